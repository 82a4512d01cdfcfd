import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useSlices } from '#src/lib/use-slices.ts';
import { Button } from '#src/ui/button/button.tsx';
import { CARD_GAP, CARD_WIDTH, cardsWithin } from './calendar-address.ts';

const STEP = CARD_WIDTH + CARD_GAP;
/** Padding at both ends for the focus ring of a card, px: `px-1`. */
const ENDS = 8;
/** How many more cards on either side are rendered per step. */
const CARDS_AT_A_TIME = 2;

type YearStripProps = {
  /** The month cards, in order. */
  children: readonly ReactNode[];
  /** Index of the first visible card when the strip opens. */
  first: number;
  label: string;
};

/**
 * Cards of 200 px side by side, as many as fit: scrolled on a desktop, swiped on a phone, and moved by buttons on
 * both. The browser scrolls natively, so nothing renders during a gesture.
 */
export function YearStrip({ children, first, label }: YearStripProps) {
  const scroller = useRef<HTMLElement>(null);
  const [ends, setEnds] = useState({ isFirst: true, isLast: false });
  // A phone shows two of them: the others are rendered later, the nearest first.
  const reach = useSlices(children.length, 0, CARDS_AT_A_TIME);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Rendered before it is shown, it cannot be scrolled until it has a size; the observer is told before that is painted.
    const sizes = new ResizeObserver(() => {
      element.scrollTo({ left: first * STEP, behavior: 'instant' });
      sizes.disconnect();
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [first]);

  function handleScroll() {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = scroller.current ?? {};
    // A card that is cut off by more than its margin can still be scrolled to.
    const next = { isFirst: scrollLeft < CARD_GAP, isLast: scrollLeft + clientWidth > scrollWidth - CARD_GAP };
    setEnds((was) => (was.isFirst === next.isFirst && was.isLast === next.isLast ? was : next));
  }
  function turn(direction: 1 | -1) {
    const element = scroller.current;
    if (element) element.scrollBy({ left: direction * cardsWithin(element.clientWidth - ENDS) * STEP });
  }
  return (
    <div className="flex flex-col gap-2">
      <section
        ref={scroller}
        data-year
        aria-label={label}
        onScroll={handleScroll}
        // `relative` contains the screen-reader-only text, which would otherwise widen the page to twelve cards.
        className="relative -mx-1 flex snap-x snap-mandatory scroll-px-1 gap-2 overflow-x-auto scroll-smooth overscroll-x-contain px-1 pt-1 pb-3"
      >
        {children.map((card, at) =>
          at - first === 1 || Math.abs(at - first) <= reach ? (
            card
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the months never change their order
            <div key={`${at} to come`} className="w-[200px] shrink-0 snap-start" />
          ),
        )}
      </section>
      <div className="flex justify-between gap-2 sm:justify-end">
        <Button
          aria-disabled={ends.isFirst}
          onClick={() => turn(-1)}
          icon={<ChevronLeft aria-hidden className="size-5" />}
          className="flex-1 sm:flex-none"
        >
          이전
        </Button>
        <Button aria-disabled={ends.isLast} onClick={() => turn(1)} className="flex-1 sm:flex-none">
          다음
          <ChevronRight aria-hidden className="size-5" />
        </Button>
      </div>
    </div>
  );
}
