import type { ReactNode } from 'react';

/** Room left beside a chip that was scrolled into view, px: part of the next chip shows that there is more. */
const PEEK = 32;

/** Scrolls the chosen chip into view. */
function scrollToChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"], :has(> :checked)');
  if (row && chosen) row.scrollLeft = chosen.offsetLeft + chosen.offsetWidth + PEEK - row.clientWidth;
}

/** Chips in one horizontally scrolling row on small screens. */
export function OneRow({ children }: { children: ReactNode }) {
  return (
    <div
      ref={scrollToChosen}
      className="relative -mx-4 -my-1.5 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] *:min-w-max **:data-chips:flex-nowrap md:-mx-1 md:px-1 desk:overflow-visible desk:*:min-w-0 desk:**:data-chips:flex-wrap"
    >
      {children}
    </div>
  );
}
