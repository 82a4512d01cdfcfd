import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useRef } from 'react';
import { selectAll } from '#src/lib/copy-text.ts';
import { CopyButton } from '../button/copy-button.tsx';

type SecretOnceProps = {
  /** '장치 키'. */
  label: string;
  secret: string;
  /** What to do with it, and what if it is lost. */
  help?: string;
};

/** A key that is shown this one time; the screen after it does not know it any more. */
export function SecretOnce({ label, secret, help }: SecretOnceProps) {
  const id = useId();
  const shown = useRef<HTMLElement>(null);
  return (
    <section
      aria-labelledby={id}
      className="flex max-w-2xl flex-col gap-3 rounded-card bg-card p-4 inset-ring-2 inset-ring-warn-line sm:p-5"
    >
      <h2 id={id} className="text-lg font-bold">
        {label}
      </h2>
      <p className="flex gap-2 rounded-card bg-warn-surface px-3 py-2.5 font-medium text-warn-ink">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>지금 한 번만 보입니다. 이 화면을 나가면 다시 볼 수 없으니 먼저 복사해 두세요.</span>
      </p>
      <p className="rounded-card bg-sunken px-4 py-3">
        <code ref={shown} translate="no" className="font-mono text-lg break-all select-all">
          {secret}
        </code>
      </p>
      <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
        <CopyButton variant="primary" text={secret} label={`${label} 복사`} onFail={() => selectAll(shown.current)} />
      </div>
      {help !== undefined && <p className="text-ink-soft">{help}</p>}
    </section>
  );
}
