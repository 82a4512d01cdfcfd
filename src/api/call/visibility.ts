/** Whether somebody can see the page, and when that may have changed. */
export type Visibility = {
  isVisible(): boolean;
  /** Calls back whenever the page was shown or hidden; answers how to stop. */
  subscribe(listener: () => void): () => void;
};

/** Calls back whenever somebody looks at the page again; answers how to stop. */
export function onVisible({ isVisible, subscribe }: Visibility, listener: () => void): () => void {
  return subscribe(() => isVisible() && listener());
}

export const browserVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener);
    // Out of the browser's back-forward store a page comes without the other event.
    addEventListener('pageshow', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('pageshow', listener);
    };
  },
};
