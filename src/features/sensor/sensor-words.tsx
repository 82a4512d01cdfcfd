import { plausibleRangeOf, type SensorFields, type SensorRow } from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { formatDuration } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';

export const fieldLabels: Record<keyof SensorFields, string> = {
  deviceIndex: '장치',
  code: '센서 코드',
  type: '종류',
  name: '이름',
  areaName: '위치(동·구역)',
  intervalMs: '보고 간격',
  plausibleMin: '있을 수 있는 최솟값',
  plausibleMax: '있을 수 있는 최댓값',
};

export function intervalWords(intervalMs: number): string {
  return intervalMs < 60_000 ? `${intervalMs / 1000}초` : formatDuration(intervalMs);
}

/** '-20 ~ 60 ℃'. */
export function rangeWords(sensor: Pick<SensorRow, 'type' | 'plausibleMin' | 'plausibleMax'>): string {
  const [min, max] = plausibleRangeOf(sensor).map((end) => formatNumber(end, Number.isInteger(end) ? 0 : 1));
  return `${min} ~ ${max} ${channelTypes[sensor.type].unit}`;
}
