import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { SimpleWeather } from '#contract/weather/weather.ts';
import { DayExtremes } from './day-extremes.tsx';

const DATE = '2026-01-20';
const NOON = startOfSeoulDate(DATE) + 12 * HOUR_MS;

/** The text of the extremes at noon of a station that sent something a minute ago. */
function textOf(time: string): string {
  const source = {
    name: '서귀포',
    observedAt: new Date(NOON - 60_000).toISOString(),
    fetchedAt: null,
    isSimulated: false,
  };
  const extreme = { value: 3, time: '06:00', isForecast: false };
  const weather: SimpleWeather = {
    maxTemperature: extreme,
    minTemperature: extreme,
    currentTemperature: { value: 5.1, time, isForecast: false },
    precipitations: [],
    issuedAt: null,
    source,
    forecast: source,
  };
  const markup = renderToStaticMarkup(<DayExtremes {...{ weather, date: DATE, isToday: true, now: NOON }} />);
  return markup.replaceAll(/<[^>]+>/g, ' ');
}

it('gives the current temperature its own age, not that of the station', () => {
  expect(textOf('09:00')).toContain('3시간 전');
  expect(textOf('11:59')).not.toContain('전');
});
