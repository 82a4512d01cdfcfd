import { describe, expect, it } from 'vitest';
import { dark, light } from './design-tokens.ts';

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

type Token = keyof typeof light;

const grounds: Token[] = ['surface', 'card', 'sunken', 'raised', 'hatch'];

/** Text on its backgrounds: AA. */
const words: [Token, Token][] = [
  ...grounds.flatMap((ground): [Token, Token][] => [
    ['ink-soft', ground],
    ['ink-faint', ground],
    ['leaf', ground],
    ['leaf-strong', ground],
    ['accent-ink', ground],
    ['danger-ink', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent-ink', 'accent-tint'],
  ['ink', 'accent-tint'],
  ['leaf', 'leaf-tint'],
  ['leaf-strong', 'leaf-tint'],
  ['ink', 'leaf-tint'],
  ['warn-ink', 'warn-surface'],
  ['danger-ink', 'danger-surface'],
  ['offline-ink', 'offline-surface'],
  ['warn-ink', 'card'],
  ['offline-ink', 'card'],
  ['chart-text', 'card'],
  ['chart-text', 'chart-night'],
];

/** Live values on their backgrounds, including stale hatching: AAA. */
const figures: [Token, Token][] = grounds.map((ground) => ['ink', ground]);

/** Outlines and lines that carry meaning: 3:1 (WCAG 1.4.11). */
const graphics: [Token, Token][] = [
  ...(['surface', 'card', 'sunken', 'raised'] as const).flatMap((ground): [Token, Token][] => [
    ['line-strong', ground],
    ['leaf', ground],
    ['warn-line', ground],
    ['danger-line', ground],
    ['offline-line', ground],
  ]),
  ...(Object.keys(light) as Token[])
    .filter((name) => name.startsWith('series-'))
    .flatMap((name): [Token, Token][] => [
      [name, 'card'],
      [name, 'surface'],
    ]),
];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_, palette) => {
  it.each(words)('keeps %s on %s readable (4.5:1)', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(figures)('keeps live figures in %s on %s at 7:1', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(7);
  });

  it.each(graphics)('keeps %s on %s visible (3:1)', (line, ground) => {
    expect(contrast(palette[line], palette[ground])).toBeGreaterThanOrEqual(3);
  });

  it('writes every colour as six hex digits, which Chart.js can read', () => {
    expect(Object.values(palette).filter((value) => !/^#[0-9a-f]{6}$/.test(value))).toEqual([]);
  });
});

it('knows black on white as 21:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
