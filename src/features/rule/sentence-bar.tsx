import { useEffect, useRef, useState } from 'react';
import { heightAs } from '#src/lib/height-as.ts';

type SentenceBarProps = {
  sentence: string;
  /** The sentence on the page; the bar appears once this has been scrolled away upwards. */
  after: HTMLElement | null;
};

/**
 * The sentence of a rule below the bars of a narrow screen, so that it is seen changing while fields further down are
 * filled in. It takes no room of its own; focused fields scroll clear of it (styles.css).
 */
export function SentenceBar({ sentence, after }: SentenceBarProps) {
  const isShown = useIsAbove(after);
  return (
    <div
      aria-hidden="true"
      className="sticky top-[calc(theme(spacing.bar-phone)+var(--stop-bar,0px))] z-10 -mb-5 h-0 md:top-[calc(theme(spacing.bar-desktop)+var(--stop-bar,0px))] lg:hidden short:hidden"
    >
      {isShown && <Bar sentence={sentence} />}
    </div>
  );
}

const asSentenceBar = heightAs('--sentence-bar');

/** At most five lines; a longer sentence is scrolled to what changed in it. */
function Bar({ sentence }: { sentence: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  const shown = useRef(sentence);
  useEffect(() => {
    const [before, element] = [shown.current, box.current];
    shown.current = sentence;
    if (!element || before === sentence) return;
    const same = [...sentence].findIndex((letter, at) => letter !== before[at]);
    const place = (same < 0 ? 1 : same / sentence.length) * element.scrollHeight;
    element.scrollTop = place - element.clientHeight / 2;
  }, [sentence]);
  return (
    <div
      ref={asSentenceBar}
      data-sentence-bar
      className="fade-in absolute inset-x-0 top-0 py-2 [border-image:linear-gradient(to_top,var(--line)_1px,var(--surface)_1px)_fill_0/0/0_100vw]"
    >
      <p
        ref={box}
        className="max-h-30 [@media(height<=640px)]:max-h-18 overflow-y-auto overscroll-contain leading-6 font-semibold"
      >
        {sentence}
      </p>
    </div>
  );
}

/** The sticky bars above cover this much at least, px. */
const BARS_PX = 140;

/** Whether more than half of an element has been scrolled out of sight at the top. */
function useIsAbove(element: HTMLElement | null): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    if (!element) return;
    const seen = new IntersectionObserver(
      ([entry]) => entry && setIsAbove(entry.intersectionRatio < 0.5 && entry.boundingClientRect.top < BARS_PX),
      { rootMargin: `-${BARS_PX}px 0px 0px`, threshold: 0.5 },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [element]);
  return isAbove;
}
