/** Whether the page is visible, and when that may have changed. */
export type Visibility = {
  isVisible(): boolean;
  /** Calls back whenever the page is shown or hidden; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/** Calls back whenever the page becomes visible; returns the unsubscribe function. */
export function onVisible({ isVisible, subscribe }: Visibility, listener: () => void): () => void {
  return subscribe(() => isVisible() && listener());
}

export const browserVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener);
    // A page restored from the back-forward cache does not fire visibilitychange.
    addEventListener('pageshow', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('pageshow', listener);
    };
  },
};
