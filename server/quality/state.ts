import type { ChannelQuality, Exclusion, Quality } from '#contract/quality/quality.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';

/** Since when a channel is excluded by hand, epoch ms; null when it is not. */
export function excludedSince(exclusions: readonly Exclusion[], index: number, now: number): number | null {
  const standing = exclusions.filter(
    ({ channelIndex, lifted, from, to }) =>
      channelIndex === index && lifted === null && from <= now && (to === null || to > now),
  );
  return standing.length > 0 ? Math.min(...standing.map(({ from }) => from)) : null;
}

/**
 * Share of the good readings that were due in the day before `end`, 0 to 1; null when none was due. A channel is due
 * from its registration on, or from its first reading when it brought an older record.
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

/** How many sensors of each type are fine, in channel order; sensors that never sent a value do not count. */
export function kindsOf(channels: readonly Pick<ChannelQuality, 'type' | 'state'>[]): Quality['kinds'] {
  const kinds = new Map<ChannelTypeName, Quality['kinds'][number]>();
  for (const { type, state } of channels.filter(({ state }) => state !== 'waiting')) {
    const kind = kinds.get(type) ?? { type, fine: 0, total: 0 };
    kinds.set(type, { type, fine: kind.fine + (state === 'fine' ? 1 : 0), total: kind.total + 1 });
  }
  return [...kinds.values()];
}
