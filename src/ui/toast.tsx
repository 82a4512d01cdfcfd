import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';

type Toast = { id: number; message: string; tone: 'done' | 'failed' };

/** Long enough to read two lines twice. */
const SHOWN_MS = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says how something ended, from anywhere in the app. At most three are shown, the oldest goes first. */
export function showToast(message: string, tone: Toast['tone'] = 'done') {
  lastId += 1;
  replace([...toasts, { id: lastId, message, tone }].slice(-3));
}

function dismiss(id: number) {
  replace(toasts.filter((toast) => toast.id !== id));
}

function ToastLine({ toast }: { toast: Toast }) {
  const Icon = toast.tone === 'done' ? CircleCheck : TriangleAlert;
  useEffect(() => {
    const timer = window.setTimeout(() => dismiss(toast.id), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [toast.id]);
  return (
    <li className="fade-in pointer-events-auto flex items-center gap-3 rounded-card bg-ink py-1.5 pr-1.5 pl-4 text-surface shadow-raised">
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="flex-1 py-1.5">{toast.message}</span>
      <IconButton
        label="알림 닫기"
        onClick={() => dismiss(toast.id)}
        className="text-surface hover:bg-transparent hover:text-surface"
      >
        <X aria-hidden className="size-5" />
      </IconButton>
    </li>
  );
}

/** Where toasts appear; once, near the root. Screen readers hear each as it comes. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <ol
      aria-live="polite"
      aria-label="알림"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 mx-auto flex max-w-md flex-col gap-2"
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </ol>
  );
}
