import type { AreaValues } from '../monitor/monitor.ts';
import { isActuator } from '../series/sensor-types.ts';
import { staleness } from '../series/staleness.ts';
import { DAY_MS } from '../time/time.ts';
import type { ChannelQuality, Quality, QualityState } from './quality.ts';

/** Older jumps and older waterings without flow are ignored. */
const PAST_MATTERS_MS = DAY_MS;

type Evidence = Pick<ChannelQuality, 'readAt' | 'intervalMs' | 'findings'> & {
  /** Whether the newest reading lies outside the plausible range. */
  isImplausible: boolean;
  /** Since when its values are excluded by hand, epoch ms; null when they are not. */
  excludedSince: number | null;
};

/** The state of a sensor at `now`. An exclusion by hand comes first, then the most significant state. */
export function sensorStateAt(
  { readAt, intervalMs, findings, isImplausible, excludedSince }: Evidence,
  now: number,
): Pick<ChannelQuality, 'state' | 'since'> {
  if (excludedSince !== null) return { state: 'excluded', since: excludedSince };
  const { reporting } = staleness(readAt, intervalMs, now);
  if (reporting !== 'reporting') return { state: reporting, since: readAt };
  if (isImplausible) return { state: 'wrong', since: readAt };
  const lasting = findings.filter(({ to }) => to === null);
  const recent = findings.filter(({ to }) => to === null || to > now - PAST_MATTERS_MS);
  const leak = lasting.find(({ rule }) => rule === 'leak');
  if (leak) return { state: 'leaking', since: leak.from };
  const dry = recent.findLast(({ rule }) => rule === 'no-flow');
  if (dry) return { state: 'dry', since: dry.from };
  const wrong = lasting.find(({ rule }) => rule === 'high' || rule === 'low');
  if (wrong) return { state: 'wrong', since: wrong.from };
  const stuck = lasting.find(({ rule }) => rule === 'flat');
  if (stuck) return { state: 'stuck', since: stuck.from };
  const jump = findings.find(({ rule, from }) => rule === 'jump' && from > now - PAST_MATTERS_MS);
  return jump ? { state: 'jumping', since: jump.from } : { state: 'fine', since: null };
}

/** Whether somebody should check the sensor. Waiting and excluded are known states and need nobody. */
export function needsHand(state: QualityState): boolean {
  return state !== 'fine' && state !== 'waiting' && state !== 'excluded';
}

/**
 * The state of every sensor of a farm at `now`, in screen order: the server's findings (`quality`) combined with newer
 * values and the clock; without `quality` only values and clock. Every screen with sensor problems uses this function, so
 * that their counts agree.
 */
export function sensorsNow(areas: AreaValues, quality: Quality | undefined, now: number): ChannelQuality[] {
  const known = new Map(quality?.channels.map((channel) => [channel.index, channel]));
  return areas.flatMap(({ areaName, sensorValues }) =>
    sensorValues
      .filter(({ type }) => !isActuator(type))
      .map(({ index, type, sensorName, intervalMs, date, isFlagged }) => {
        const channel = known.get(index);
        const heardAt = date === null ? null : Date.parse(date);
        const readAt = Math.max(heardAt ?? 0, channel?.readAt ?? 0) || null;
        const findings = channel?.findings ?? [];
        const excludedSince = channel?.state === 'excluded' ? channel.since : null;
        const evidence = { readAt, intervalMs, findings, isImplausible: isFlagged, excludedSince };
        return {
          index,
          name: sensorName,
          type,
          areaName,
          intervalMs,
          readAt,
          findings,
          coverage: channel?.coverage ?? null,
          ...sensorStateAt(evidence, now),
        };
      }),
  );
}
