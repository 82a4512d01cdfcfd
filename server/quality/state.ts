import type { ChannelQuality, Exclusion, Quality } from '#contract/quality/quality.ts';
import { type ChannelTypeName, SILENT_AFTER_INTERVALS } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { IMPLAUSIBLE } from '../db/reading-writer.ts';

/** The newest reading of a channel; null before the first. */
export type NewestReading = { at: number | null; flag: number | null };

type Told = Pick<ChannelQuality, 'state' | 'since'>;

/** A jump long ago no longer speaks against a sensor. */
const JUMP_MATTERS_MS = DAY_MS;

/** How it is with a channel: what somebody decided first, then what tells most of it. */
export function stateOf({
  newest,
  intervalMs,
  findings,
  exclusions,
  index,
  now,
}: {
  newest: NewestReading;
  intervalMs: number;
  findings: ChannelQuality['findings'];
  exclusions: readonly Exclusion[];
  index: number;
  now: number;
}): Told {
  const standing = exclusions.filter(
    ({ channelIndex, lifted, from, to }) =>
      channelIndex === index && lifted === null && from <= now && (to === null || to > now),
  );
  if (standing.length > 0) return { state: 'excluded', since: Math.min(...standing.map(({ from }) => from)) };
  if (newest.at === null || now - newest.at > SILENT_AFTER_INTERVALS * intervalMs) {
    return { state: 'silent', since: newest.at };
  }
  if (((newest.flag ?? 0) & IMPLAUSIBLE) !== 0) return { state: 'wrong', since: newest.at };
  const lasting = findings.filter(({ to }) => to === null);
  const wrong = lasting.find(({ rule }) => rule === 'high' || rule === 'low');
  if (wrong) return { state: 'wrong', since: wrong.from };
  const stuck = lasting.find(({ rule }) => rule === 'flat');
  if (stuck) return { state: 'stuck', since: stuck.from };
  const jump = findings.find(({ rule, from }) => rule === 'jump' && from > now - JUMP_MATTERS_MS);
  if (jump) return { state: 'jumping', since: jump.from };
  return { state: 'fine', since: null };
}

/**
 * Good readings in the day before `end` among those that were due; a channel is expected from when it was registered
 * on, or from its first reading where it brought an older record with it.
 */
export function coverageOf(
  buckets: readonly { point: readonly [at: number, ...rest: number[]]; count: number }[],
  { intervalMs, createdAt, end }: { intervalMs: number; createdAt: number; end: number },
): number | null {
  const begin = end - DAY_MS;
  const within = buckets.filter(({ point: [at] }) => at >= begin && at < end);
  const since = Math.max(begin, Math.min(createdAt, within[0]?.point[0] ?? createdAt));
  const due = Math.floor((end - since) / intervalMs);
  if (due < 1) return null;
  const came = within.reduce((sum, { count }) => sum + count, 0);
  return Math.round(Math.min(1, came / due) * 1e3) / 1e3;
}

/** How many of each type are fine, in the order of the channels. */
export function kindsOf(channels: readonly Pick<ChannelQuality, 'type' | 'state'>[]): Quality['kinds'] {
  const kinds = new Map<ChannelTypeName, Quality['kinds'][number]>();
  for (const { type, state } of channels) {
    const kind = kinds.get(type) ?? { type, fine: 0, total: 0 };
    kinds.set(type, { type, fine: kind.fine + (state === 'fine' ? 1 : 0), total: kind.total + 1 });
  }
  return [...kinds.values()];
}
