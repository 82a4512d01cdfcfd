import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { copyText } from '#src/lib/copy-text.ts';
import { Button, type ButtonProps } from './button.tsx';

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'className' | 'isBlock'> & {
  text: string;
  /** Default: '복사'; for example '키 복사'. */
  label?: string;
  onCopied?: () => void;
  /** Called when the browser refuses to copy: select the text, so that the user can copy it by hand. */
  onFail?: () => void;
};

/** How long the confirmation shows, ms. */
const SHOWN_MS = 3_000;

/** Copies a text and confirms it in the button. */
export function CopyButton({ text, label = '복사', onCopied, onFail, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = window.setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);

  async function handleClick() {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
    else onFail?.();
  }
  return (
    <div className="relative flex flex-col gap-1">
      <Button {...rest} onClick={() => void handleClick()}>
        {/* Both labels occupy the same grid cell, so that the button keeps its width. */}
        <span className="grid *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:justify-center *:gap-2">
          <span className={outcome === 'copied' ? 'invisible' : undefined}>
            <Copy aria-hidden className="size-5 shrink-0" />
            {label}
          </span>
          <span aria-hidden className={outcome === 'copied' ? undefined : 'invisible'}>
            <Check aria-hidden className="size-5 shrink-0" />
            복사됨
          </span>
        </span>
      </Button>
      <span role="status" className={outcome === 'failed' ? 'text-warn-ink' : 'sr-only'}>
        {outcome === 'copied' && '복사했습니다.'}
        {outcome === 'failed' && '자동으로 복사하지 못했습니다. 글자를 길게 눌러 복사해 주세요.'}
      </span>
    </div>
  );
}
