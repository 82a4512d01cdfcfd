import type { DeviceRow } from '#contract/device/device.ts';
import { reportingWords } from '#contract/device/device-text.ts';
import { type SensorFields, type SensorRow, sensorFields } from '#contract/device/sensor.ts';
import { channelTypeNames, channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { CsvValue } from '#src/lib/csv/csv.ts';
import type { ImportColumn, LineCheck } from '#src/lib/csv/import-table.ts';
import { formatInstant } from '#src/lib/format-date.ts';
import { parseNumber } from '#src/lib/parse-number.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';

/** The columns of a sensor in a CSV file: an export can be imported again. */
export const sensorColumns = [
  { key: 'device', title: '장치 코드', isRequired: true, sample: 'n01' },
  { key: 'code', title: '센서 코드', isRequired: true, sample: 'temp' },
  { key: 'type', title: '종류', isRequired: true, sample: '온도' },
  { key: 'name', title: '이름', isRequired: true, sample: '내부 온도' },
  { key: 'areaName', title: '위치', isRequired: true, sample: '1동' },
  { key: 'interval', title: '보고 간격(초)', sample: '60' },
  { key: 'plausibleMin', title: '최솟값', sample: '' },
  { key: 'plausibleMax', title: '최댓값', sample: '' },
] as const satisfies readonly ImportColumn[];

const DEFAULT_INTERVAL_S = 60;

const cellOf: Record<(typeof sensorColumns)[number]['key'], (sensor: SensorRow) => CsvValue> = {
  device: ({ deviceCode }) => deviceCode,
  code: ({ code }) => code,
  type: ({ type }) => channelTypes[type].label,
  name: ({ name }) => name,
  areaName: ({ areaName }) => areaName,
  interval: ({ intervalMs }) => intervalMs / SECOND_MS,
  plausibleMin: ({ plausibleMin }) => plausibleMin,
  plausibleMax: ({ plausibleMax }) => plausibleMax,
};

/** The sensors as a file: importable columns, then their states at `judgedAt` (epoch ms). */
export function sensorFile(judgedAt: number): ExportFile<SensorRow> {
  return {
    name: '센서 목록',
    columns: [
      ...sensorColumns.map(({ key, title }) => [title, cellOf[key]] as const),
      ['농장', ({ farmName }) => farmName],
      ['장치', ({ deviceName }) => deviceName],
      ['최근 값', ({ value }) => value],
      ['단위', ({ unit }) => unit],
      ['측정 시각', ({ readAt }) => formatInstant(readAt)],
      ['상태', ({ readAt, intervalMs }) => reportingWords[staleness(readAt, intervalMs, judgedAt).reporting]],
    ],
  };
}

/** Validates one line by the server's schema; types may be given by Korean name or by code. */
export function checkSensorLine(
  cells: Readonly<Record<string, string>>,
  devices: readonly Pick<DeviceRow, 'index' | 'code'>[],
): LineCheck<SensorFields> {
  const number = (key: string) => parseNumber(cells[key] ?? '');
  const device = devices.find(({ code }) => code === cells.device?.toLowerCase());
  const checked = sensorFields.safeParse({
    deviceIndex: device?.index,
    code: cells.code,
    name: cells.name,
    areaName: cells.areaName,
    type: channelTypeNames.find((name) => name === cells.type?.toUpperCase() || isLabel(cells.type, name)),
    intervalMs: (number('interval') ?? DEFAULT_INTERVAL_S) * SECOND_MS,
    plausibleMin: number('plausibleMin'),
    plausibleMax: number('plausibleMax'),
  });
  if (checked.success) return { ok: true, value: checked.data };
  const { deviceIndex, intervalMs, ...rest } = problemsOf(checked.error);
  const unknown = cells.device === '' ? '장치 코드를 입력해 주세요.' : '이 농장에 없는 장치 코드입니다.';
  return {
    ok: false,
    errors: {
      ...rest,
      ...(deviceIndex !== undefined && { device: unknown }),
      ...(intervalMs !== undefined && { interval: intervalMs }),
    },
  };
}

function isLabel(text: string | undefined, name: keyof typeof channelTypes): boolean {
  const plain = (words: string) => words.replace(/\s/g, '');
  return text !== undefined && plain(text) === plain(channelTypes[name].label);
}
