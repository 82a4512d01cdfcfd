import { DAY_MS, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import { seededRandom } from '../support/seeded-random.ts';

/**
 * One value for each type of bench-store.ts: `day` is 0 at night and 1 at noon, `wander` changes slowly within about
 * ±1.
 */
const values: readonly ((day: number, wander: number) => number)[] = [
  (day, wander) => round(16 + 9 * day + 2 * wander, 1),
  (day, wander) => round(75 - 20 * day + 4 * wander, 1),
  (day, wander) => round(600 + 250 * day + 90 * wander, 0),
  (day, wander) => round(day * (700 + 200 * wander), 0),
  (day, wander) => round(35 - 4 * day + 3 * wander, 1),
  (day, wander) => round(2 + 0.4 * day + 0.3 * wander, 2),
  (day, wander) => round(17 + 2.5 * day + 0.8 * wander, 1),
  (day, wander) => (day > 0.6 && wander > 0.2 ? round(40 + 10 * wander, 1) : 0),
];

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Bodies for POST /api/ingest in the order of arrival: all sensors of a minute, then those of the next. */
export function* batches(
  codes: readonly string[],
  { from, to, size }: { from: number; to: number; size: number },
): Generator<{ body: string; rows: number }> {
  let body = '';
  let rows = 0;
  for (const { sensor, at, value } of readings(codes.length, { from, to })) {
    body += `${rows === 0 ? '' : ','}{"sensor":"${codes[sensor]}","at":${at},"value":${value}}`;
    rows += 1;
    if (rows < size) continue;
    yield { body: `{"readings":[${body}]}`, rows };
    body = '';
    rows = 0;
  }
  if (rows > 0) yield { body: `{"readings":[${body}]}`, rows };
}

/**
 * One reading a minute of each sensor. `noise`: variation between readings, relative to the variation within an hour;
 * `jitterMs`: largest delay of a reading.
 */
export function* readings(
  sensors: number,
  { from, to, noise = 0, jitterMs = 0 }: { from: number; to: number; noise?: number; jitterMs?: number },
): Generator<{ sensor: number; at: number; value: number }> {
  const next = seededRandom(1);
  const wander = Array.from({ length: sensors }, () => next() * 2 - 1);
  for (let minute = from; minute < to; minute += MINUTE_MS) {
    const { hour, minute: past } = seoulParts(minute);
    const day = Math.max(0, Math.sin(((hour + past / 60 - 6) / 12) * Math.PI));
    for (let sensor = 0; sensor < sensors; sensor += 1) {
      const walked = (wander[sensor] ?? 0) * 0.9995 + (next() - 0.5) * 0.05;
      wander[sensor] = walked;
      const wavering = noise === 0 ? 0 : noise * (next() + next() + next() - 1.5);
      const value = values[sensor % values.length]?.(day, walked + wavering) ?? 0;
      yield { sensor, at: jitterMs === 0 ? minute : minute + Math.floor(next() * jitterMs), value };
    }
  }
}

/** The last `days` days, until the current minute. */
export function lastDays(days: number): { from: number; to: number } {
  const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return { from: to - days * DAY_MS, to };
}
