import { expect, it } from 'vitest';
import { likelyType } from './likely-type.ts';

it.each([
  ['temp', 'TEMPERATURE'],
  ['T1', 'TEMPERATURE'],
  ['air_tmp', 'TEMPERATURE'],
  ['humi', 'HUMIDITY'],
  ['rh', 'HUMIDITY'],
  ['soil_temp', 'SOIL_TEMPERATURE'],
  ['soil1', 'SOIL_MOISTURE'],
  ['CO2', 'CO2'],
  ['ec', 'EC'],
  ['flow.1', 'FLOW_RATE'],
  ['leaf', 'LEAF_WETNESS'],
  ['solar', 'SOLAR'],
  ['valve', 'WATER'],
  ['water_valve2', 'WATER'],
  ['pump', 'PUMP'],
  ['heater', 'HEATER'],
  ['heater_temp', 'TEMPERATURE'],
  ['vent-left', 'VENT'],
  ['curtain1', 'CURTAIN'],
  ['vent_fan', 'FAN'],
  ['events', null],
  ['second', null],
  ['battery', null],
  ['v1', null],
])('takes %s for %s', (code, type) => {
  expect(likelyType(code)).toBe(type);
});
