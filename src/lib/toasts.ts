import { observable } from './observable.ts';

type ToastAction = { label: string; onPress(): void };

/** A 'waiting' one stays until whoever showed it dismisses it, a 'lost' one until somebody has read and closed it. */
export type Toast = { id: number; message: string; tone: 'done' | 'failed' | 'waiting' | 'lost'; action?: ToastAction };

let lastId = 0;

/** What is shown now, the newest last; for the one place that shows them. */
export const toasts = observable<readonly Toast[]>([]);

/** How many sheets lie over the page: what is outside of the uppermost can be neither seen nor pressed. */
export const openSheets = observable(0);

/** Says how something ended, from anywhere in the app; answers its id. At most three are shown, the oldest goes first. */
export function showToast(message: string, tone: Toast['tone'] = 'done', action?: ToastAction): number {
  lastId += 1;
  toasts.set([...toasts.get(), { id: lastId, message, tone, ...(action && { action }) }].slice(-3));
  return lastId;
}

export function dismissToast(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
