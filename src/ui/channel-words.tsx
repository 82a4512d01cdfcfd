import { type ChannelTypeName, channelTypes, endWords, hasEnds } from '#contract/series/sensor-types.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

type Value = { type: ChannelTypeName; value: number | null; unit: string };

/** A value as text: '12.3 ℃'; where a type has words, in these: '꺼짐', '35 % 열림', '비 옴'. */
export function channelValueWords({ type, value, unit }: Value): string {
  return hasEnds(type) ? channelStateWords(type, value) : formatWithUnit(value, unit, channelTypes[type].decimals);
}

/** The word for an end, or how far it is between them. */
export function channelStateWords(type: ChannelTypeName, value: number | null): string {
  if (value === null) return '-';
  const [off, on] = endWords(type);
  const [least, most] = channelTypes[type].plausible;
  if (value <= least) return off;
  return value >= most ? on : `${Math.round((100 * (value - least)) / (most - least))} % ${on}`;
}
