import { type ChannelTypeName, channelTypes, endWords, isActuator } from '#contract/series/sensor-types.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

type Value = { type: ChannelTypeName; value: number | null; unit: string };

/** A value as text: '12.3 ℃'; of an actuator its state: '꺼짐', '35 % 열림'. */
export function channelValueWords({ type, value, unit }: Value): string {
  return isActuator(type) ? channelStateWords(type, value) : formatWithUnit(value, unit, channelTypes[type].decimals);
}

/** The word for an end, or how far it is between them. */
export function channelStateWords(type: ChannelTypeName, value: number | null): string {
  if (value === null) return '-';
  const [off, on] = endWords(type);
  const [least, most] = channelTypes[type].plausible;
  if (value <= least) return off;
  return value >= most ? on : `${Math.round(value)} % ${on}`;
}
