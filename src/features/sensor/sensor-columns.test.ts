import { expect, it } from 'vitest';
import type { SensorRow } from '#contract/device/sensor.ts';
import { checkSensorLine, sensorColumns, sensorFile } from './sensor-columns.tsx';

const devices = [{ index: 7, code: 'n01' }];
const line = (change: Record<string, string> = {}) => ({
  device: 'n01',
  code: 'temp',
  type: '온도',
  name: '내부 온도',
  areaName: '1동',
  interval: '60',
  plausibleMin: '',
  plausibleMax: '',
  ...change,
});
const fields = {
  deviceIndex: 7,
  code: 'temp',
  type: 'TEMPERATURE',
  name: '내부 온도',
  areaName: '1동',
  intervalMs: 60_000,
  plausibleMin: null,
  plausibleMax: null,
};

it('takes types by either name, and a minute where no interval stands', () => {
  expect(checkSensorLine(line(), devices)).toEqual({ ok: true, value: fields });
  expect(checkSensorLine(line({ type: 'temperature', interval: '' }), devices)).toEqual({ ok: true, value: fields });
  expect(checkSensorLine(line({ type: '토양수분' }), devices)).toMatchObject({ value: { type: 'SOIL_MOISTURE' } });
});

it('names the column of everything that is wrong', () => {
  const wrong = { device: 'n02', code: '온도', type: '소음', interval: '0.5', plausibleMin: '5', plausibleMax: 'x' };
  const checked = checkSensorLine(line(wrong), devices);
  expect(checked.ok).toBe(false);
  expect(checked.ok ? [] : Object.keys(checked.errors).sort()).toEqual(
    ['code', 'device', 'interval', 'plausibleMax', 'type'].sort(),
  );
});

it('reads what it has written', () => {
  const row: SensorRow = {
    index: 3,
    farmIndex: 1,
    farmName: '위미 농장',
    right: 'own',
    deviceIndex: 7,
    deviceName: '1동 제어기',
    deviceCode: 'n01',
    code: 'temp',
    type: 'TEMPERATURE',
    name: '내부 온도',
    areaName: '1동',
    unit: '℃',
    intervalMs: 60_000,
    plausibleMin: -5.5,
    plausibleMax: 45,
    value: null,
    readAt: null,
    isFlagged: false,
  };
  const written = new Map(sensorFile(0).columns.map(([title, cellOf]) => [title, cellOf(row)]));
  const read = Object.fromEntries(sensorColumns.map(({ key, title }) => [key, String(written.get(title) ?? '')]));
  expect(checkSensorLine(read, devices)).toEqual({
    ok: true,
    value: { ...fields, plausibleMin: -5.5, plausibleMax: 45 },
  });
});
