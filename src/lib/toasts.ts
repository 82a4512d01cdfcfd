export type Toast = { id: number; message: string; tone: 'done' | 'failed' };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** For the one place that shows them. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says how something ended, from anywhere in the app. At most three are shown, the oldest goes first. */
export function showToast(message: string, tone: Toast['tone'] = 'done') {
  lastId += 1;
  replace([...toasts, { id: lastId, message, tone }].slice(-3));
}

export function dismissToast(id: number) {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** The newest last. */
export function shownToasts(): readonly Toast[] {
  return toasts;
}
