import { useSyncExternalStore } from 'react';

/** From this width on tables replace cards, and the header is the desktop one (specification, section 9); `md` in tailwind.config.ts. */
export const DESKTOP = '(min-width: 900px)';
/** From this width on there is room for columns; `sm` in tailwind.config.ts. */
export const TABLET = '(min-width: 600px)';

/** Whether the media query matches. Use it to render only one of two layouts. */
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
