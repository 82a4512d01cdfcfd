import * as z from 'zod/mini';
import { HOUR_MS } from '#contract/time/time.ts';
import type { Measurement } from '../station.ts';
import { readSeoulTime } from './issue-time.ts';

/** A text, or from some gateways a number. */
const optional = z.optional(z.nullable(z.union([z.string(), z.number()])));
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

type Sent = z.infer<typeof optional>;

/** W/m² for one MJ/m² per hour. */
const WATTS_PER_MJ_H = 1e6 / 3_600;

/**
 * Reads the hourly table of the synoptic stations, sorted by time. Rain and radiation belong to the hour before the
 * given time. Values that the service marks as wrong or missing are null; an empty rain text means no rain.
 */
export function readAsosHours(items: readonly unknown[]): Measurement[] {
  return items
    .flatMap((item) => {
      const read = z.safeParse(sentHour, item);
      if (!read.success) return [];
      const { tm, rn, icsr, ...hour } = read.data;
      const at = readSeoulTime(tm.slice(0, 10).replaceAll('-', ''), tm.slice(11).replace(':', ''));
      if (at === null) return [];
      const good = (value: Sent, flag: Sent) => (numberIn(flag) ? null : numberIn(value));
      const shone = numberIn(icsr);
      return [
        {
          at: at - HOUR_MS,
          rainMmH: isEmpty(rn) ? 0 : numberIn(rn),
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

const isEmpty = (sent: Sent) => String(sent ?? '').trim() === '';

/** An empty text is null here; unlike in the forecasts, no number means "missing". */
function numberIn(sent: Sent): number | null {
  const value = isEmpty(sent) ? Number.NaN : Number(sent);
  return Number.isFinite(value) ? value : null;
}
