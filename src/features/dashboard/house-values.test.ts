import { expect, it } from 'vitest';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { housesOf } from './house-values.ts';

const of = (type: SensorValue['type'], value: number | null, sensorName: string = type): SensorValue => ({
  index: 1,
  sensorName,
  type,
  areaName: '1동',
  unit: '',
  value,
  date: value === null ? null : '2026-11-21T05:20:00Z',
  isFlagged: false,
  intervalMs: 60_000,
  hourChange: null,
  today: null,
  lastNight: null,
});

const house = (...sensorValues: SensorValue[]) => {
  const [found] = housesOf([{ areaName: '1동', sensorValues }]);
  const names = (values: readonly SensorValue[] = []) => values.map(({ sensorName }) => sensorName);
  return { air: found?.air?.sensorName, shown: names(found?.shown), folded: names(found?.folded) };
};

it('shows temperature, humidity and soil moisture, and folds what changes little', () => {
  expect(
    house(
      of('TEMPERATURE', 12),
      of('HUMIDITY', 60),
      of('SOIL_MOISTURE', 30),
      of('SOIL_TEMPERATURE', 15),
      of('CO2', 420),
    ),
  ).toEqual({ air: 'TEMPERATURE', shown: ['HUMIDITY', 'SOIL_MOISTURE'], folded: ['SOIL_TEMPERATURE', 'CO2'] });
});

it('folds equipment that rests and water that stands, and shows what runs', () => {
  expect(house(of('FLOW_RATE', 0), of('HEATER', 0), of('VENT', 20))).toMatchObject({
    shown: ['VENT'],
    folded: ['FLOW_RATE', 'HEATER'],
  });
  expect(house(of('FLOW_RATE', 42), of('HEATER', 100), of('VENT', 0))).toMatchObject({
    shown: ['FLOW_RATE', 'HEATER'],
    folded: ['VENT'],
  });
});

it('keeps a second thermometer in sight', () => {
  expect(house(of('TEMPERATURE', 12, '아래'), of('TEMPERATURE', 14, '위'))).toMatchObject({
    air: '아래',
    shown: ['위'],
  });
});

it('leaves out what never told anything, and a house of which nothing did', () => {
  expect(house(of('TEMPERATURE', null, '새것'), of('TEMPERATURE', 12, '헌것'))).toEqual({
    air: '헌것',
    shown: [],
    folded: [],
  });
  expect(housesOf([{ areaName: '1동', sensorValues: [of('TEMPERATURE', null)] }])).toEqual([]);
});
