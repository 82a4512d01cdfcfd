import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { withParticle } from '#contract/time/with-particle.ts';
import { isSameName } from '#src/lib/compare-text.ts';
import { Button } from '../button/button.tsx';
import { TextField } from '../field/text-field.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmByNameProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The question: '농장을 삭제할까요?' */
  title: string;
  /** What is deleted and what is kept, in sentences. */
  children: ReactNode;
  /** The name that must be typed to confirm; undefined asks without typing. */
  name?: string | undefined;
  /** What to type: '농장 이름'. */
  nameLabel?: string;
  /** Text of the confirm button: '삭제'. */
  confirmLabel: string;
  /**
   * Performs the action. When it resolves the dialog closes, unless it returns an error to show. Called with `name` as
   * given above, or ''.
   */
  onConfirm: (name: string) => Promise<{ error: string } | undefined>;
};

/** Asks before something is deleted, optionally by typing its name. Import lazily, or use `useConfirm`. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { isOpen, onClose, title, children, name, nameLabel = '이름', confirmLabel, onConfirm } = props;
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<{ at: 'name' | 'act'; text: string }>();
  const [isBusy, setIsBusy] = useState(false);

  function close() {
    if (isBusy) return;
    setTyped('');
    setProblem(undefined);
    onClose();
  }
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    if (name !== undefined && !isSameName(typed, name)) {
      setProblem({ at: 'name', text: `${withParticle(nameLabel, '을')} 위에 보이는 그대로 입력해 주세요.` });
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    setIsBusy(true);
    try {
      const refused = await onConfirm(name ?? '');
      if (refused) setProblem({ at: 'act', text: refused.error });
      else {
        setTyped('');
        onClose();
      }
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button type="submit" form={formId} variant="danger" isBusy={isBusy}>
            {confirmLabel}
          </Button>
          <Button onClick={close} data-autofocus={name === undefined || undefined}>
            취소
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
        className="flex flex-col gap-4 leading-relaxed"
      >
        <div className="flex flex-col gap-2">{children}</div>
        {name !== undefined && (
          <>
            <p className="rounded-card bg-sunken px-4 py-3 text-lg font-bold select-all">{name}</p>
            <TextField
              ref={input}
              label={`${withParticle(nameLabel, '을')} 입력해 주세요`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={problem?.at === 'name' ? problem.text : undefined}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              data-autofocus
            />
          </>
        )}
        <p role="alert" className="font-medium text-danger-ink empty:hidden">
          {problem?.at === 'act' && problem.text}
        </p>
      </form>
    </Dialog>
  );
}
