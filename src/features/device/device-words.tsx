import type { DeviceFields, DeviceRow } from '#contract/device/device.ts';
import { deviceKindWords } from '#contract/device/device-text.ts';

export const fieldLabels: Record<keyof DeviceFields, string> = {
  name: '장치 이름',
  code: '장치 코드',
  kind: '종류',
  place: '설치 위치',
  note: '메모',
};

/** The text of a field in a read-only view or a comparison. */
export function wordsOf(name: keyof DeviceFields, fields: DeviceFields): string {
  return name === 'kind' ? deviceKindWords[fields.kind] : fields[name] || '-';
}

/** The number of a device's channels: '센서 5개 · 구동기 4개'. */
export function channelWords({ sensorCount, actuatorCount }: Pick<DeviceRow, 'sensorCount' | 'actuatorCount'>): string {
  const parts = [
    ...(sensorCount > 0 ? [`센서 ${sensorCount}개`] : []),
    ...(actuatorCount > 0 ? [`구동기 ${actuatorCount}개`] : []),
  ];
  return parts.join(' · ') || '센서 없음';
}
