import { observable } from './observable.ts';

export type Toast = { id: number; message: string; tone: 'done' | 'failed' };

let lastId = 0;

/** What is shown now, the newest last; for the one place that shows them. */
export const toasts = observable<readonly Toast[]>([]);

/** Says how something ended, from anywhere in the app. At most three are shown, the oldest goes first. */
export function showToast(message: string, tone: Toast['tone'] = 'done') {
  lastId += 1;
  toasts.set([...toasts.get(), { id: lastId, message, tone }].slice(-3));
}

export function dismissToast(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
