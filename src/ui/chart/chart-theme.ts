import { type RefObject, startTransition, useEffect, useState } from 'react';

/** The colours and type a canvas needs, resolved: a canvas cannot read CSS variables. */
export type ChartTheme = {
  text: string;
  grid: string;
  night: string;
  band: string;
  /** What the chart stands on, for an exported picture. */
  ground: string;
  fontPx: number;
  fontFamily: string;
  font: string;
  series(token: string): string;
};

const FALLBACKS = { text: '#6b7280', grid: '#8885', night: '#8882', band: '#4a9d5f44' } as const;

/** For a series whose token nobody has defined: a grey that can be read on light and dark ground. */
const UNKNOWN_SERIES = '#808080';

const FONT_PX = 14;

/** The theme around an element, read again when the theme of the page or of the system changes; null before. */
export function useChartTheme(place: RefObject<HTMLElement | null>): ChartTheme | null {
  const [theme, setTheme] = useState<ChartTheme | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const read = () => setTheme(readTheme(element));
    // The chart is built in a task of its own: with what is around it, it would hold up a phone for too long.
    startTransition(read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', read);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', read);
    };
  }, [place]);
  return theme;
}

function readTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  // The declaration is live and the values must not be: a token is resolved when it is first asked for.
  const colours = new Map<string, string>();
  const fontFamily = style.fontFamily;
  return {
    text: token('--chart-text', FALLBACKS.text),
    grid: token('--chart-grid', FALLBACKS.grid),
    night: token('--chart-night', FALLBACKS.night),
    band: token('--chart-band', FALLBACKS.band),
    ground: groundOf(element),
    fontPx: FONT_PX,
    fontFamily,
    font: `${FONT_PX}px ${fontFamily}`,
    series: (name) => {
      const colour = colours.get(name) ?? token(`--series-${name}`, UNKNOWN_SERIES);
      colours.set(name, colour);
      return colour;
    },
  };
}

/** The first ancestor that is not transparent is what one sees the chart on. */
function groundOf(element: HTMLElement | null): string {
  for (let place = element; place; place = place.parentElement) {
    const colour = getComputedStyle(place).backgroundColor;
    if (colour && colour !== 'transparent' && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(colour)) return colour;
  }
  return 'Canvas';
}
