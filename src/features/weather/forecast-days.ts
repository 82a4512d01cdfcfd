import { nightAt } from '#contract/time/sun.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';

type DayForecast = {
  /** ℃; null where no hour tells it. */
  minC: number | null;
  maxC: number | null;
  /** Of the hours that tell it, mm. */
  rainMm: number | null;
  probabilityPct: number | null;
  /** What falls in the hour with the most of it, 0 to 7; null: not known. */
  precipitationType: number | null;
};

/** The hours of a day in one line. */
export function dayForecast(hours: readonly ForecastHour[]): DayForecast {
  const known = (value: (hour: ForecastHour) => number | null) =>
    hours.map(value).filter((one): one is number => one !== null);
  const temperatures = known(({ temperatureC }) => temperatureC);
  const rain = known(({ rainMm }) => rainMm?.value ?? null);
  const probabilities = known(({ probabilityPct }) => probabilityPct);
  const falling = hours.filter(({ precipitationType }) => (precipitationType ?? 0) > 0);
  const most = falling.reduce<ForecastHour | undefined>(
    (best, hour) => (best && amountOf(best) >= amountOf(hour) ? best : hour),
    undefined,
  );
  return {
    minC: temperatures.length > 0 ? Math.min(...temperatures) : null,
    maxC: temperatures.length > 0 ? Math.max(...temperatures) : null,
    rainMm: rain.length > 0 ? rain.reduce((sum, mm) => sum + mm, 0) : null,
    probabilityPct: probabilities.length > 0 ? Math.max(...probabilities) : null,
    precipitationType:
      (most ?? hours.find(({ precipitationType }) => precipitationType !== null))?.precipitationType ?? null,
  };
}

const amountOf = ({ rainMm, snowCm }: ForecastHour) => (rainMm?.value ?? 0) + (snowCm?.value ?? 0);

type Coldest = { at: number; temperatureC: number };

/** The coldest hour still to come of the night that runs at `now` (epoch ms) or comes next; undefined without a forecast of it. */
export function coldestTonight(hours: readonly ForecastHour[], now: number): Coldest | undefined {
  const night = nightAt(now);
  return coldestBetween(hours, { from: Math.max(now, night.from) - HOUR_MS + 1, to: night.to + HOUR_MS });
}

/** The coldest of the hours that begin in [from, to), epoch ms; undefined where none of them tells a temperature. */
export function coldestBetween(
  hours: readonly ForecastHour[],
  { from, to }: { from: number; to: number },
): Coldest | undefined {
  return hours
    .map(({ at, temperatureC }) => ({ at: Date.parse(at), temperatureC }))
    .filter((hour): hour is Coldest => hour.temperatureC !== null && hour.at >= from && hour.at < to)
    .sort((a, b) => a.temperatureC - b.temperatureC || a.at - b.at)[0];
}
