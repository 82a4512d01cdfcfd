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

/** Why equipment cannot be set up without a connection. */
export const EQUIPMENT_OFFLINE_WORDS =
  '연결되지 않았습니다. 난방기와 측창처럼 움직이는 장비는 연결되어 있을 때만 등록하고 바꿀 수 있고, 나중에 저절로 보내지 않습니다.';

export function intervalWords(intervalMs: number): string {
  return intervalMs < 60_000 ? `${intervalMs / 1000}초` : formatDuration(intervalMs);
}

/** '-20 ~ 60 ℃'. */
export function rangeWords(sensor: Pick<SensorRow, 'type' | 'plausibleMin' | 'plausibleMax'>): string {
  const [min, max] = plausibleRangeOf(sensor).map((end) => formatNumber(end, Number.isInteger(end) ? 0 : 1));
  return `${min} ~ ${max} ${channelTypes[sensor.type].unit}`;
}
