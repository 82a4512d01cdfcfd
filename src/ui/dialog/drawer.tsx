import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from '../button/icon-button.tsx';

type DrawerProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
};

/** A panel from the right; its 70 px heading covers the page header. Import lazily. */
export function Drawer({ title, isOpen, onClose, children, footer }: DrawerProps) {
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop transition className="fixed inset-0 bg-black/50 transition-opacity data-closed:opacity-0" />
      <DialogPanel
        transition
        className="fixed inset-y-0 right-0 flex w-[min(22rem,88vw)] flex-col bg-raised shadow-raised transition data-closed:translate-x-full"
      >
        <div className="flex h-bar-phone shrink-0 items-center gap-2 border-b border-line pr-3 pl-5">
          <DialogTitle as="h2" className="min-w-0 flex-1 truncate text-lg font-bold">
            {title}
          </DialogTitle>
          <IconButton label="닫기" onClick={onClose}>
            <X aria-hidden className="size-6" />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">{children}</div>
        {footer !== undefined && (
          <div className="shrink-0 border-t border-line p-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">{footer}</div>
        )}
      </DialogPanel>
    </HeadlessDialog>
  );
}
