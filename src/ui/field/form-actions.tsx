import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';

type FormActionsProps = {
  /** On the button: '저장', '농장 만들기'. */
  submitLabel?: string;
  isBusy: boolean;
  /** A button that leaves; give `cancel` instead for a link. */
  onCancel?: () => void;
  cancel?: ReactNode;
  /** Stays where it stands on phones, too: for a short form beside others. */
  isInPlace?: boolean;
};

/** A bar as wide as the screen whatever it stands in: the image of a border reaches out without taking room. */
const barClass =
  'max-md:sticky max-md:bottom-0 max-md:z-20 max-md:pt-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] ' +
  'max-md:[border-image:linear-gradient(var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]';

/** The last thing in a Form: on phones a bar that stays at the bottom, under the thumb. */
export function FormActions({ submitLabel = '저장', isBusy, onCancel, cancel, isInPlace }: FormActionsProps) {
  return (
    <div
      data-save-bar={isInPlace ? undefined : ''}
      className={`flex gap-3 md:justify-end ${isInPlace ? '' : barClass}`}
    >
      {cancel}
      {onCancel && <Button onClick={onCancel}>취소</Button>}
      <Button type="submit" variant="primary" isBusy={isBusy} className="max-md:flex-1 max-md:text-lg md:min-w-40">
        {submitLabel}
      </Button>
    </div>
  );
}
