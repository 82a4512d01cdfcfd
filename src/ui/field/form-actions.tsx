import { type ReactNode, use } from 'react';
import { FormClosedContext } from '#src/lib/form/form-closed.ts';
import { Button } from '../button/button.tsx';

type FormActionsProps = {
  /** Text of the submit button: '저장', '농장 만들기'. */
  submitLabel?: string;
  isBusy: boolean;
  /** Nothing can be sent now; the page says why. */
  isDisabled?: boolean;
  /** Adds a cancel button; use `cancel` instead for a link. */
  onCancel?: () => void;
  cancel?: ReactNode;
  /** Not fixed at the bottom on phones: for a short form beside others. */
  isInPlace?: boolean;
};

/** A full-width bar inside a padded container: the border image extends beyond the box without taking room. */
const barClass =
  'max-md:sticky max-md:bottom-0 max-md:z-20 max-md:pt-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] ' +
  'max-md:[border-image:linear-gradient(var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]';

/** The buttons at the end of a Form; on phones a bar fixed at the bottom. */
export function FormActions(props: FormActionsProps) {
  const { submitLabel = '저장', isBusy, isDisabled, onCancel, cancel, isInPlace } = props;
  const isClosed = use(FormClosedContext);
  return (
    <div
      data-save-bar={isInPlace ? undefined : ''}
      className={`flex gap-3 md:justify-end ${isInPlace ? '' : barClass}`}
    >
      {cancel}
      {onCancel && <Button onClick={onCancel}>취소</Button>}
      <Button
        type="submit"
        variant="primary"
        isBusy={isBusy}
        disabled={isDisabled || isClosed}
        className="max-md:flex-1 max-md:text-lg md:min-w-40"
      >
        {submitLabel}
      </Button>
    </div>
  );
}
