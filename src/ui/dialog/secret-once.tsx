import { useBlocker, useRouter } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useRef } from 'react';
import { withParticle } from '#contract/time/with-particle.ts';
import { selectAll } from '#src/lib/copy-text.ts';
import { CopyButton } from '../button/copy-button.tsx';
import { ShareButton } from '../button/share-button.tsx';
import { useConfirm } from './use-confirm.tsx';

type SecretOnceProps = {
  /** '장치 키'. */
  label: string;
  secret: string;
  /** What to do with it, and what to do if it is lost. */
  help?: string;
  /** The message to share: label of the button ('설치 기사에게 보내기'), subject, and text with the secret. */
  message: { label: string; title: string; text: string };
  /** It has been copied or shared, so leaving is safe. */
  isKept: boolean;
  onKept: () => void;
  /** Whether a path shows the secret as well, so that navigating there is safe. */
  isShownOn?: (pathname: string) => boolean;
};

/** A secret that is shown only once: leaving before it was copied or shared asks first. */
export function SecretOnce({ label, secret, help, message, isKept, onKept, isShownOn }: SecretOnceProps) {
  const id = useId();
  const shown = useRef<HTMLElement>(null);
  const guard = useGuard(label, isKept, isShownOn);
  return (
    <section
      aria-labelledby={id}
      data-secret
      data-next-step={isKept ? undefined : 'first'}
      className="flex max-w-2xl flex-col gap-3 rounded-card bg-card p-4 inset-ring-2 inset-ring-warn-line sm:p-5"
    >
      <h2 id={id} className="text-lg font-bold">
        {label}
      </h2>
      <p className="flex gap-2 rounded-card bg-warn-surface px-3 py-2.5 font-medium text-warn-ink">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>지금 한 번만 보입니다. 나중에 다시 볼 수 없으니 먼저 보내거나 복사해 두세요.</span>
      </p>
      <p className="rounded-card bg-sunken px-4 py-3">
        <code ref={shown} translate="no" className="font-mono text-lg break-all select-all">
          {secret}
        </code>
      </p>
      <div className="flex flex-wrap items-start gap-3 max-sm:*:w-full">
        <ShareButton variant={isKept ? 'secondary' : 'primary'} {...message} onSent={onKept} />
        <CopyButton text={secret} label={`${label} 복사`} onCopied={onKept} onFail={() => selectAll(shown.current)} />
      </div>
      {help !== undefined && <p className="text-ink-soft">{help}</p>}
      {guard}
    </section>
  );
}

/** Asks before leaving the page with the secret; returns the dialog. Signing out is not blocked. */
function useGuard(label: string, isKept: boolean, isShownOn: SecretOnceProps['isShownOn']) {
  const { history, options } = useRouter();
  const { ask, dialog } = useConfirm();
  const isLeaving = useRef(false);
  useBlocker({
    enableBeforeUnload: !isKept,
    shouldBlockFn: ({ current, next }) => {
      const { pathname } = next;
      const stays = pathname === current.pathname || isShownOn?.(pathname) || !/^\/(cms|admin)\b/.test(pathname);
      if (isKept || isLeaving.current || stays) return false;
      ask({
        title: `${withParticle(label, '을')} 두고 나갈까요?`,
        text: <p>아직 보내거나 복사하지 않았습니다. 나가면 다시 볼 수 없습니다.</p>,
        confirmLabel: '두고 나가기',
        onConfirm: async () => {
          isLeaving.current = true;
          history.push(pathname + (options.stringifySearch?.(next.search) ?? ''));
          return undefined;
        },
      });
      return true;
    },
  });
  return dialog;
}
