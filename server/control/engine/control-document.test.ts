import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { limitsOf } from './control-document.ts';
import type { EquipmentActuator, EquipmentSensor } from './equipment.ts';

const actuator = (
  channel: number,
  type: ActuatorTypeName,
  given: { isCommanded?: boolean; device?: string; areaName?: string } = {},
): EquipmentActuator => {
  const { isCommanded = true, device = 'gw', areaName = '1동' } = given;
  const code = `${type.toLowerCase()}${channel}`;
  return { channel, type, areaName, device, code, name: code, settings: { ...defaultSettings(type), isCommanded } };
};
const sensor = (
  channel: number,
  type: ChannelTypeName & EquipmentSensor['type'],
  given: object = {},
): EquipmentSensor => {
  return {
    channel,
    type,
    areaName: '1동',
    intervalMs: MINUTE_MS,
    device: 'gw',
    code: type.toLowerCase(),
    name: '',
    ...given,
  };
};
const heat = { ...defaultHeatSettings, frostGuardC: 2 };
const free = { lockOuts: [], stop: null };
const guardsOf = (actuators: EquipmentActuator[], sensors: EquipmentSensor[]) =>
  limitsOf({ actuators, sensors, own: [] }, heat, free, 'gw').guards.map(
    ({ sensor: by, op, value, actuator: what, levelPct }) => [by, op, value, what, levelPct].join(' '),
  );
const roof = sensor(3, 'WIND_SPEED', { areaName: '' });
const gauge = sensor(4, 'RAINFALL', { areaName: '' });

it('a heater is guarded against frost and over-temperature, a vent against wind, rain and heat, wind before rain', () => {
  const guards = guardsOf([actuator(31, 'HEATER'), actuator(32, 'VENT')], [sensor(1, 'TEMPERATURE'), roof, gauge]);
  expect(guards).toEqual([
    'temperature below 2 heater31 100',
    'temperature above 40 heater31 0',
    'temperature above 40 vent32 100',
    'wind_speed above 13 vent32 0',
    'temperature above 33 vent32 100',
    'rainfall above 0.1 vent32 0',
    'temperature below 2 vent32 0',
  ]);
});

it('a vent closes by the detector of rain where there is one', () => {
  const detector = sensor(5, 'RAIN_DETECT', { areaName: '' });
  expect(guardsOf([actuator(32, 'VENT')], [detector, gauge])).toEqual(['rain_detect above 0.5 vent32 0']);
});

it('what the controller cannot measure it does not guard, and nothing that is not commanded', () => {
  expect(guardsOf([actuator(32, 'VENT')], [sensor(1, 'TEMPERATURE', { areaName: '2동' }), roof])).toEqual([
    'wind_speed above 13 vent32 0',
  ]);
  expect(guardsOf([actuator(32, 'VENT')], [{ ...roof, device: 'other' }])).toEqual([]);
  expect(guardsOf([actuator(32, 'VENT', { isCommanded: false })], [sensor(1, 'TEMPERATURE'), roof])).toEqual([]);
});

it('of more than eight the frost guards of heaters come first, rain and heat last', () => {
  const houses = ['1동', '2동', '3동'];
  const actuators = houses.flatMap((areaName, at) => [
    actuator(31 + at, 'HEATER', { areaName }),
    actuator(41 + at, 'VENT', { areaName }),
  ]);
  const sensors = houses.map((areaName, at) => sensor(1 + at, 'TEMPERATURE', { areaName, code: `air${at}` }));
  const guards = guardsOf(actuators, [...sensors, roof]);
  expect(guards).toHaveLength(8);
  expect(guards.slice(0, 3)).toEqual(houses.map((_, at) => `air${at} below 2 heater${31 + at} 100`));
});
