import { observable } from './observable.ts';

type ToastAction = { label: string; onPress(): void };

/** A 'waiting' toast stays until its caller dismisses it, a 'lost' one until the user closes it. */
export type Toast = { id: number; message: string; tone: 'done' | 'failed' | 'waiting' | 'lost'; action?: ToastAction };

let lastId = 0;

/** The visible toasts, newest last; only ToastRegion renders them. */
export const toasts = observable<readonly Toast[]>([]);

/** The id that the next toast will have. */
export const nextToastId = () => lastId + 1;

/** Number of open sheets: content outside the top one is hidden and inert. */
export const openSheets = observable(0);

/**
 * Shows a result from anywhere in the app; returns the toast's id. At most three are shown, the oldest is removed
 * first.
 */
export function showToast(message: string, tone: Toast['tone'] = 'done', action?: ToastAction): number {
  lastId = nextToastId();
  toasts.set([...toasts.get(), { id: lastId, message, tone, ...(action && { action }) }].slice(-3));
  return lastId;
}

export function dismissToast(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** A result that is shown once, however often it is reported: a newer one takes the place of the last. */
export function replacingToast(message: string): () => void {
  let shown: number | undefined;
  return () => {
    if (shown !== undefined) dismissToast(shown);
    shown = showToast(message);
  };
}
