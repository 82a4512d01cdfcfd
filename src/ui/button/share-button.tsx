import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { type ShareOutcome, shareText } from '#src/lib/share-text.ts';
import { Button, type ButtonProps } from './button.tsx';

type ShareButtonProps = Pick<ButtonProps, 'variant' | 'aria-label'> & {
  /** '설치 기사에게 보내기'. */
  label: string;
  /** Subject of the message, for apps that have one. */
  title: string;
  text: string;
  /** Called when the message was shared or copied. */
  onSent?: () => void;
};

const outcomeWords: { readonly [Outcome in ShareOutcome]: string } = {
  shared: '보냈습니다.',
  copied: '모두 복사했습니다. 문자나 메신저에 붙여 넣어 보내 주세요.',
  kept: '',
  failed: '보내지 못했습니다. 아래 글자를 길게 눌러 복사해 주세요.',
};

/** Shares a message with the device's share dialog, or copies it; shows the result in the button. */
export function ShareButton({ label, title, text, onSent, ...rest }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<ShareOutcome>('kept');
  async function handleClick() {
    const found = await shareText({ title, text });
    setOutcome(found);
    if (found === 'shared' || found === 'copied') onSent?.();
  }
  return (
    <div className="flex flex-col gap-1">
      <Button {...rest} onClick={() => void handleClick()} icon={<Share2 aria-hidden className="size-5" />}>
        {label}
      </Button>
      <span role="status" className={outcome === 'failed' ? 'text-warn-ink' : 'text-ink-soft'}>
        {outcomeWords[outcome]}
      </span>
    </div>
  );
}
