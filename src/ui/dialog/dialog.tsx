import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { IconButton } from '../button/icon-button.tsx';

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the primary one first; on phones they are stacked at full width. */
  footer?: ReactNode;
  /** For tables and previews. */
  isWide?: boolean;
};

/** A modal dialog: a bottom sheet on phones, centred elsewhere. Import lazily. */
export function Dialog({ title, isOpen, onClose, children, footer, isWide }: DialogProps) {
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop transition className="fixed inset-0 bg-black/50 transition-opacity data-closed:opacity-0" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-6">
        <DialogPanel
          transition
          className={classNames(
            'flex max-h-[92dvh] w-full flex-col rounded-t-2xl bg-raised shadow-raised transition data-closed:translate-y-4 data-closed:opacity-0 sm:rounded-2xl',
            isWide ? 'max-w-4xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start gap-2 pt-3 pr-3 pl-5 sm:pl-6">
            <DialogTitle className="flex-1 py-2.5 text-xl leading-7 font-bold">{title}</DialogTitle>
            <IconButton label="닫기" onClick={onClose}>
              <X aria-hidden className="size-6" />
            </IconButton>
          </div>
          {/* Horizontal padding for focus rings, which would be clipped. */}
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-6">{children}</div>
          {footer !== undefined && (
            <div className="flex shrink-0 flex-col gap-3 border-t border-line px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:flex-row-reverse sm:flex-wrap sm:px-6">
              {footer}
            </div>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
