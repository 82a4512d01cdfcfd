import { useState } from 'react';
import { Button } from './button/button.tsx';
import { TextField } from './field/text-field.tsx';

type PromptButtonProps = {
  /** The action: '정비 잠금'. */
  action: string;
  /** The question: '잠그는 이유'. */
  question: string;
  help?: string;
  maxLength: number;
  disabled: boolean;
  isBusy: boolean;
  /** Sends it; what was typed stays while that is refused, with the reason. */
  onSend: (words: string) => Promise<{ error: string } | undefined>;
};

const focus = (field: HTMLInputElement | null) => field?.focus();

/** A button that asks for a text first; the text is logged with the user's name. */
export function PromptButton({ action, question, help, maxLength, disabled, isBusy, onSend }: PromptButtonProps) {
  const [words, setWords] = useState<string>();
  const [error, setError] = useState<string>();
  if (words === undefined) {
    return (
      <Button disabled={disabled} isBusy={isBusy} onClick={() => setWords('')}>
        {action}
      </Button>
    );
  }
  const isEmpty = words.trim() === '';
  async function send(sent: string) {
    const refused = await onSend(sent);
    setError(refused?.error);
    if (!refused) setWords(undefined);
  }
  return (
    <form
      aria-label={action}
      className="flex w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void send(words.trim());
      }}
    >
      <TextField
        label={question}
        help={help}
        error={error}
        value={words}
        maxLength={maxLength}
        ref={focus}
        onChange={({ target }) => {
          setWords(target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={disabled || isEmpty} isBusy={isBusy}>
          {action}
        </Button>
        <Button
          onClick={() => {
            setWords(undefined);
            setError(undefined);
          }}
        >
          취소
        </Button>
      </div>
    </form>
  );
}
