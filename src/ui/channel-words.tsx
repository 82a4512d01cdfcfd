import { type ChannelTypeName, channelTypes, doesOpen, isActuator } from '#contract/series/sensor-types.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

type Value = { type: ChannelTypeName; value: number | null; unit: string };

/** A value as text: '12.3 ℃'; of an actuator its state: '꺼짐', '35 % 열림'. */
export function channelValueWords({ type, value, unit }: Value): string {
  return isActuator(type) ? channelStateWords(type, value) : formatWithUnit(value, unit, channelTypes[type].decimals);
}

/** On/off or open/closed; the percentage only for types with intermediate positions. */
export function channelStateWords(type: ChannelTypeName, value: number | null): string {
  if (value === null) return '-';
  const isOpening = doesOpen(type);
  const [least, most] = channelTypes[type].plausible;
  if (value <= least) return isOpening ? '닫힘' : '꺼짐';
  if (value >= most) return isOpening ? '열림' : '켜짐';
  return `${Math.round(value)} %${isOpening ? ' 열림' : ''}`;
}
