import { type RawBuilder, sql } from 'kysely';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';

/** Digits after the point at least: a chart that is zoomed in must not show steps. */
const LEAST_DIGITS = 2;

/**
 * The mean of a row of `rollup`, in one digit more than the screen gives the type, which is finer than its sensors
 * are: every digit more costs a tenth of what a month of tiles weighs on the way. Rounding never carries it out of
 * [min, max].
 */
export function bucketMean(type: ChannelTypeName): RawBuilder<number> {
  const digits = Math.max(LEAST_DIGITS, channelTypes[type].decimals + 1);
  const microsPerUnit = sql.lit(10 ** (6 - digits));
  return sql<number>`max(min, min(max, round(sum_micro * 1.0 / ${microsPerUnit} / count) / ${sql.lit(10 ** digits)}.0))`;
}
