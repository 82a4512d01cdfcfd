import * as z from 'zod/mini';
import { type Amount, readAmount, readNumber } from './amount.ts';
import type { ForecastService } from './issue-time.ts';
import { readSeoulTime } from './issue-time.ts';

/** One hour of a forecast; values that the service does not give are null. */
export type HourForecast = {
  /** Epoch ms. */
  at: number;
  temperatureC: number | null;
  /** The day's extremes; each stands in only one hour of its day, and not in every issue. */
  dayMinC: number | null;
  dayMaxC: number | null;
  humidityPct: number | null;
  sky: number | null;
  precipitationType: number | null;
  probabilityPct: number | null;
  rainMm: Amount | null;
  snowCm: Amount | null;
  windMps: number | null;
  windDeg: number | null;
};

/** A date or time of day; some gateways send it as a number, without its leading zeros. */
const digits = (length: number) =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((sent) => String(sent).padStart(length, '0')),
  );

const sentItem = z.object({
  category: z.string(),
  baseDate: digits(8),
  baseTime: digits(4),
  fcstDate: z.optional(digits(8)),
  fcstTime: z.optional(digits(4)),
  fcstValue: z.optional(z.union([z.string(), z.number(), z.null()])),
  obsrValue: z.optional(z.union([z.string(), z.number(), z.null()])),
});

/** Category of the service → field, and how to read it. Wind components repeat speed and direction and are skipped. */
const fields: Record<string, { name: Exclude<keyof HourForecast, 'at'>; read: 'number' | 'amount' }> = {
  T1H: { name: 'temperatureC', read: 'number' },
  TMP: { name: 'temperatureC', read: 'number' },
  TMN: { name: 'dayMinC', read: 'number' },
  TMX: { name: 'dayMaxC', read: 'number' },
  REH: { name: 'humidityPct', read: 'number' },
  SKY: { name: 'sky', read: 'number' },
  PTY: { name: 'precipitationType', read: 'number' },
  POP: { name: 'probabilityPct', read: 'number' },
  PCP: { name: 'rainMm', read: 'amount' },
  RN1: { name: 'rainMm', read: 'amount' },
  SNO: { name: 'snowCm', read: 'amount' },
  WSD: { name: 'windMps', read: 'number' },
  VEC: { name: 'windDeg', read: 'number' },
};

/** An hour without any values. */
export const emptyHour: Omit<HourForecast, 'at'> = {
  temperatureC: null,
  dayMinC: null,
  dayMaxC: null,
  humidityPct: null,
  sky: null,
  precipitationType: null,
  probabilityPct: null,
  rainMm: null,
  snowCm: null,
  windMps: null,
  windDeg: null,
};

/**
 * The hours of an answer, sorted by time; an observation is a single hour. Invalid items are skipped and counted, so
 * that a change of the format is noticed.
 */
export function readHours(service: ForecastService, items: readonly unknown[]): { hours: HourForecast[]; odd: number } {
  const hours = new Map<number, HourForecast>();
  let odd = 0;
  for (const one of items) {
    const read = z.safeParse(sentItem, one);
    const at = read.success ? timeOf(service, read.data) : null;
    if (!read.success || at === null) {
      odd += 1;
      continue;
    }
    const hour = hours.get(at) ?? { at, ...emptyHour };
    hours.set(at, { ...hour, ...fieldOf(read.data) });
  }
  return { hours: [...hours.values()].sort((a, b) => a.at - b.at), odd };
}

function timeOf(service: ForecastService, one: z.infer<typeof sentItem>): number | null {
  return service === 'getUltraSrtNcst'
    ? readSeoulTime(one.baseDate, one.baseTime)
    : readSeoulTime(one.fcstDate ?? '', one.fcstTime ?? '');
}

function fieldOf({ category, fcstValue, obsrValue }: z.infer<typeof sentItem>): Partial<HourForecast> {
  const field = fields[category];
  if (!field) return {};
  const sent = fcstValue === undefined ? obsrValue : fcstValue;
  return { [field.name]: field.read === 'amount' ? readAmount(sent) : readNumber(sent) };
}
