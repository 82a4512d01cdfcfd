import { useEffect } from 'react';
import { toasts } from '#src/lib/toasts.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export { showToast } from '#src/lib/toasts.ts';

const loadLine = async () => (await import('./toast-line.tsx')).ToastLine;

/** Where toasts appear, above a form's bar, and on top where a secret is shown; once, near the root. Screen readers hear each as it comes. */
export function ToastRegion() {
  const shown = useObservable(toasts);
  const { part: ToastLine, fetchPart } = useLazyModule(loadLine);
  const isWanted = shown.length > 0 && !ToastLine;
  useEffect(() => {
    if (isWanted) void fetchPart();
  }, [isWanted, fetchPart]);
  return (
    <ol
      aria-live="polite"
      aria-label="알림"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] max-md:[body:has([data-save-bar])_&]:bottom-[calc(6rem+env(safe-area-inset-bottom))] [body:has([data-secret])_&]:top-[calc(5rem+env(safe-area-inset-top))] [body:has([data-secret])_&]:bottom-auto z-50 mx-auto flex max-w-md flex-col gap-2"
    >
      {shown.map((toast) =>
        ToastLine ? (
          <ToastLine key={toast.id} toast={toast} />
        ) : (
          <li key={toast.id} className="rounded-card bg-ink px-4 py-3 text-surface shadow-raised">
            {toast.message}
          </li>
        ),
      )}
    </ol>
  );
}
