import { useSyncExternalStore } from 'react';

/** From here on tables stand instead of cards; `md` in tailwind.config.ts. */
export const DESKTOP = '(min-width: 900px)';
/** From here on there is room for columns; `sm` in tailwind.config.ts. */
export const TABLET = '(min-width: 600px)';

/** Whether the media query holds now. Render one of two layouts with it, so that the page holds each thing once. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}
