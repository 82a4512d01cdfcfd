import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { openSheets } from '#src/lib/toasts.ts';
import { IconButton } from '../button/icon-button.tsx';
import { ToastRegion } from '../feedback/toast.tsx';

type SheetProps = {
  title: string;
  /** Called when it was closed by its button, Escape or a press outside: unmount it. */
  onClose: () => void;
  /** Uses the full width of the window, for tables. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * A modal sheet: fills a phone, centred elsewhere. It is the browser's own dialog, so no code is loaded to open it;
 * use Dialog for questions. It opens empty and shows its content in the next frame: making the page below inert is
 * already a long task on a slow phone.
 */
export function Sheet({ title, onClose, isWide = false, children }: SheetProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    // It forces a layout: of everything but the content.
    element?.showModal();
    setIsOpen(true);
    openSheets.set(openSheets.get() + 1);
    return () => {
      openSheets.set(openSheets.get() - 1);
      // Close it before removing it: the browser then restores the focus.
      element?.close();
      setIsOpen(false);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      closedby="any"
      // Ignore the event if the dialog was reopened in between, or is unmounted.
      onClose={() => dialog.current?.open === false && onClose()}
      className={classNames(
        'fade-in m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-clip bg-surface text-ink backdrop:bg-black/50 open:flex sm:m-auto sm:max-h-[92dvh] sm:rounded-2xl sm:shadow-raised',
        isWide ? 'sm:h-[92dvh] sm:max-w-[96vw]' : 'sm:h-auto sm:max-w-xl',
      )}
    >
      <div className="flex items-start gap-2 border-b border-line pt-[calc(0.5rem+env(safe-area-inset-top))] pr-3 pb-2 pl-4 sm:pl-6">
        <h2 id={titleId} className="flex-1 py-2.5 text-xl leading-7 font-bold">
          {title}
        </h2>
        <IconButton label="닫기" onClick={() => dialog.current?.close()}>
          <X aria-hidden className="size-6" />
        </IconButton>
      </div>
      <div
        hidden={!isOpen}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:px-6"
      >
        {children}
      </div>
      <ToastRegion isInSheet />
    </dialog>
  );
}
