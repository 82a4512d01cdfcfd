import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { dismissToast, openSheets, type Toast, toasts } from '#src/lib/toasts.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';

/** Long enough to read two lines twice. */
const SHOWN_MS = 6_000;

const icons = { done: CircleCheck, failed: TriangleAlert, waiting: LoaderCircle, lost: TriangleAlert } as const;

/** On the dark ground of a toast. */
const buttonClass = 'text-surface hover:bg-transparent hover:text-surface';

function ToastLine({ toast }: { toast: Toast }) {
  const { tone, action } = toast;
  const Icon = icons[tone];
  useEffect(() => {
    if (tone === 'waiting' || tone === 'lost') return;
    const timer = window.setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [toast.id, tone]);
  return (
    <li className="fade-in pointer-events-auto [body:has([data-keys])_&]:pointer-events-none flex items-center gap-3 rounded-card bg-ink py-1.5 pr-1.5 pl-4 text-surface shadow-raised">
      <Icon aria-hidden className={`size-5 shrink-0 ${tone === 'waiting' ? 'animate-spin' : ''}`} />
      <span className="flex-1 py-1.5">{toast.message}</span>
      {action ? (
        <Button variant="quiet" onClick={action.onPress} className={`px-3 whitespace-nowrap ${buttonClass}`}>
          {action.label}
        </Button>
      ) : (
        <IconButton label="알림 닫기" onClick={() => dismissToast(toast.id)} className={buttonClass}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  );
}

/**
 * Where toasts appear, above a form's bar, and on top where a secret is shown or keys are pressed without looking; once
 * near the root, and in a sheet, which lies over everything else. Screen readers hear each as it comes.
 */
export function ToastRegion({ isInSheet = false }: { isInSheet?: boolean }) {
  const shown = useObservable(toasts);
  const isCovered = useObservable(openSheets) > 0;
  // The list itself stays: without it the browser would look at the styles of the whole page again.
  const isHere = isCovered === isInSheet;
  return (
    <ol
      aria-live="polite"
      aria-label="알림"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] max-md:[body:has([data-save-bar])_&]:bottom-[calc(6rem+env(safe-area-inset-bottom))] [body:has([data-secret],[data-keys])_&]:top-[calc(5rem+env(safe-area-inset-top))] [body:has([data-secret],[data-keys])_&]:bottom-auto z-50 mx-auto flex max-w-md flex-col gap-2"
    >
      {isHere && shown.map((toast) => <ToastLine key={toast.id} toast={toast} />)}
    </ol>
  );
}
