import * as z from 'zod/mini';
import { HOUR_MS } from '#contract/time/time.ts';
import type { Measurement } from '../station.ts';
import { readSeoulTime } from './issue-time.ts';

const optional = z.optional(z.nullable(z.string()));
const sentHour = z.object({
  tm: z.string(),
  ta: optional,
  taQcflg: optional,
  hm: optional,
  hmQcflg: optional,
  ws: optional,
  wsQcflg: optional,
  wd: optional,
  wdQcflg: optional,
  ps: optional,
  psQcflg: optional,
  rn: optional,
  icsr: optional,
});

/** MJ/m² in an hour as its mean in W/m². */
const WATTS_PER_MJ_H = 1e6 / 3_600;

/**
 * Hours of the hourly table of the synoptic stations, in order of time. What fell and shone in the hour before its time
 * belongs to that hour. A value that the service itself marks as wrong or missing is none; no rain is an empty text.
 */
export function readAsosHours(items: readonly unknown[]): Measurement[] {
  return items
    .flatMap((item) => {
      const read = z.safeParse(sentHour, item);
      if (!read.success) return [];
      const { tm, rn, icsr, ...hour } = read.data;
      const at = readSeoulTime(tm.slice(0, 10).replaceAll('-', ''), tm.slice(11).replace(':', ''));
      if (at === null) return [];
      const good = (value: string | null | undefined, flag: string | null | undefined) =>
        flag ? null : numberIn(value);
      const shone = numberIn(icsr);
      return [
        {
          at: at - HOUR_MS,
          rainMmH: rn === undefined || rn === null || rn === '' ? 0 : numberIn(rn),
          solarWm2: shone === null ? null : Number((shone * WATTS_PER_MJ_H).toFixed(1)),
        },
        {
          at,
          temperatureC: good(hour.ta, hour.taQcflg),
          humidityPct: good(hour.hm, hour.hmQcflg),
          windMps: good(hour.ws, hour.wsQcflg),
          windDeg: good(hour.wd, hour.wdQcflg),
          pressureHpa: good(hour.ps, hour.psQcflg),
        },
      ];
    })
    .sort((a, b) => a.at - b.at);
}

/** Nothing stands for nothing here; no figure does, as in the forecasts. */
function numberIn(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
