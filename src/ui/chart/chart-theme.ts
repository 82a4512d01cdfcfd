import { useEffect, useState } from 'react';

/** The colours and type a canvas needs, resolved: a canvas cannot read CSS variables. */
export type ChartTheme = {
  text: string;
  grid: string;
  night: string;
  band: string;
  fontPx: number;
  fontFamily: string;
  font: string;
  series(token: string): string;
};

const FALLBACKS = { text: '#6b7280', grid: '#8885', night: '#8882', band: '#4a9d5f44' } as const;

/** For a series whose token nobody has defined: a grey that can be read on light and dark ground. */
const UNKNOWN_SERIES = '#808080';

const FONT_PX = 14;

/** The theme of the page, read again when it or that of the system changes. It stands on the root, and is the same everywhere. */
export function useChartTheme(): ChartTheme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const read = () => setTheme(readTheme());
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', read);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', read);
    };
  }, []);
  return theme;
}

function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  // The declaration is live and the values must not be: a token is resolved when it is first asked for.
  const colours = new Map<string, string>();
  const fontFamily = style.fontFamily;
  return {
    text: token('--chart-text', FALLBACKS.text),
    grid: token('--chart-grid', FALLBACKS.grid),
    night: token('--chart-night', FALLBACKS.night),
    band: token('--chart-band', FALLBACKS.band),
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

/** What an element stands on: the first ancestor that is not transparent. */
export function groundOf(element: HTMLElement | null): string {
  for (let place = element; place; place = place.parentElement) {
    const colour = getComputedStyle(place).backgroundColor;
    if (colour && colour !== 'transparent' && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(colour)) return colour;
  }
  return 'Canvas';
}
