import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Figure, TrendArrow } from './figure.tsx';

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

it('reads as a figure with a space before its unit', () => {
  expect(textOf(renderToStaticMarkup(<Figure value="12.3" unit="℃" />))).toBe('12.3 ℃');
});

it('gives a missing figure no unit', () => {
  expect(textOf(renderToStaticMarkup(<Figure value="-" unit="℃" />))).toBe('-');
});

it('says the trend in words beside the arrow', () => {
  expect(textOf(renderToStaticMarkup(<TrendArrow direction="up" label="오르는 중" />))).toBe('오르는 중');
});
