import { HOUR_MS } from '#contract/time/time.ts';
import { nightOnAt, nightSpan } from '#contract/weather/outlook.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';

type DayForecast = {
  /** ℃; null without a value. */
  minC: number | null;
  maxC: number | null;
  /** Sum of the known hours, mm. */
  rainMm: number | null;
  probabilityPct: number | null;
  /** Precipitation type of the wettest hour, 0 to 7; null if unknown. */
  precipitationType: number | null;
};

/** A day's summary of hourly forecasts. */
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

/** The coldest remaining hour of the night that houses are told of at `now` (epoch ms); undefined without a forecast. */
export function coldestTonight(hours: readonly ForecastHour[], now: number): Coldest | undefined {
  const { from, to } = nightSpan(nightOnAt(now));
  return coldestBetween(hours, { from: Math.max(from, now - HOUR_MS + 1), to });
}

/** The coldest hour that begins in [from, to), epoch ms; undefined without a temperature. */
export function coldestBetween(
  hours: readonly ForecastHour[],
  { from, to }: { from: number; to: number },
): Coldest | undefined {
  return hours
    .map(({ at, temperatureC }) => ({ at: Date.parse(at), temperatureC }))
    .filter((hour): hour is Coldest => hour.temperatureC !== null && hour.at >= from && hour.at < to)
    .sort((a, b) => a.temperatureC - b.temperatureC || a.at - b.at)[0];
}
