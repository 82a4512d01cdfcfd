import { describe, expect, it } from 'vitest';
import { channelTypeNames, isActuator } from '../series/sensor-types.ts';
import { createSensor, type SensorFields, updateSensor } from './sensor.ts';

const fieldsOf = (type: SensorFields['type']): SensorFields => ({
  deviceIndex: 1,
  code: 'c',
  type,
  name: '이름',
  areaName: '1동',
  intervalMs: 60_000,
  plausibleMin: null,
  plausibleMax: null,
});
const mayCreate = (type: SensorFields['type']) =>
  createSensor.outbox?.mayWait?.({ params: {}, query: {}, body: fieldsOf(type) }) ?? true;
const mayUpdate = (body: Parameters<NonNullable<NonNullable<typeof updateSensor.outbox>['mayWait']>>[0]['body']) =>
  updateSensor.outbox?.mayWait?.({ params: { id: 3 }, query: {}, body }) ?? true;

describe('a write about equipment', () => {
  it('never waits on the device: later it would send commands elsewhere than people believe', () => {
    expect(channelTypeNames.filter(mayCreate)).toEqual(channelTypeNames.filter((type) => !isActuator(type)));
    const renamed = (type: SensorFields['type']) => ({ ...fieldsOf(type), code: 'other', base: fieldsOf(type) });
    const mayRename = channelTypeNames.filter((type) => mayUpdate(renamed(type)));
    expect(mayRename).toEqual(channelTypeNames.filter((type) => !isActuator(type)));
  });

  it('is one that makes equipment of a sensor or a sensor of equipment, too', () => {
    expect(mayUpdate({ ...fieldsOf('HEATER'), base: fieldsOf('TEMPERATURE') })).toBe(false);
    expect(mayUpdate({ ...fieldsOf('TEMPERATURE'), base: fieldsOf('HEATER') })).toBe(false);
    expect(mayUpdate({ code: 'other', base: fieldsOf('HEATER') })).toBe(false);
    expect(mayUpdate({ code: 'other', base: fieldsOf('TEMPERATURE') })).toBe(true);
  });

  it('may be any edit that does not say what it edits', () => {
    expect(mayUpdate({ code: 'other' })).toBe(false);
    expect(mayUpdate(fieldsOf('TEMPERATURE'))).toBe(false);
  });
});
