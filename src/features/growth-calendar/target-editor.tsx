import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import { TargetForm, type TargetFormProps } from './target-form.tsx';

type TargetEditorProps = Omit<TargetFormProps, 'onSaved' | 'onCancel'> & {
  /** Text of the button that opens the form. */
  openLabel: string;
};

/**
 * Opens the form for a period's targets in place of its button, with the current values. The success message is shown
 * there, too, because a native dialog covers toasts.
 */
export function TargetEditor({ openLabel, ...form }: TargetEditorProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** The message of the last form; undefined before one was open. */
  const [said, setSaid] = useState<string>();
  const close = (message: string) => {
    setSaid(message);
    setIsOpen(false);
  };
  if (isOpen) {
    return (
      <FocusOnMount key="form" isInPlace>
        <TargetForm {...form} onSaved={close} onCancel={() => close('')} />
      </FocusOnMount>
    );
  }
  const button = (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={() => setIsOpen(true)} icon={<Pencil aria-hidden className="size-5" />}>
        {openLabel}
      </Button>
      <p role="status" className="font-medium text-leaf-strong">
        {said}
      </p>
    </div>
  );
  // The form that had the focus was removed.
  return said === undefined ? (
    button
  ) : (
    <FocusOnMount key="button" isInPlace>
      {button}
    </FocusOnMount>
  );
}
