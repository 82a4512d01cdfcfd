import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons; on phones they fill the width, the primary one last. */
  footer?: ReactNode;
};

/** A question over the page: rises from the bottom on phones, stands in the middle elsewhere. Import lazily. */
export function Dialog({ title, isOpen, onClose, children, footer }: DialogProps) {
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop transition className="fixed inset-0 bg-black/50 transition-opacity data-closed:opacity-0" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-6">
        <DialogPanel
          transition
          className="flex max-h-[90dvh] w-full max-w-lg flex-col rounded-t-2xl bg-raised shadow-raised transition data-closed:translate-y-4 data-closed:opacity-0 sm:rounded-2xl"
        >
          <div className="flex items-center gap-2 pt-3 pr-3 pl-6">
            <DialogTitle className="flex-1 text-xl font-bold">{title}</DialogTitle>
            <IconButton label="닫기" onClick={onClose}>
              <X aria-hidden className="size-6" />
            </IconButton>
          </div>
          <div className="overflow-y-auto px-6 pt-2 pb-6">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-col gap-3 px-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
              {footer}
            </div>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
