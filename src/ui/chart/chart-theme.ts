import { useEffect, useState } from 'react';

/** Colours and fonts as resolved values: a canvas cannot read CSS variables. */
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

/** Fallback for an undefined series token: a grey that is readable on light and dark backgrounds. */
const UNKNOWN_SERIES = '#808080';

const FONT_PX = 14;

/** The theme of the page, read again when it or the system's theme changes. It is set on the root element. */
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
  // The style declaration is live and the values must not change: a token is resolved once, at first use.
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

/** The background behind an element: that of the first ancestor that is not transparent. */
export function groundOf(element: HTMLElement | null): string {
  for (let place = element; place; place = place.parentElement) {
    const colour = getComputedStyle(place).backgroundColor;
    if (colour && colour !== 'transparent' && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(colour)) return colour;
  }
  return 'Canvas';
}
