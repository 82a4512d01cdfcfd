import { expect, it } from 'vitest';
import type { Target } from '#contract/monitor/monitor.ts';
import { askedOf, monthHouses } from './month-channels.ts';

const channel = (index: number, type: Target['type'], areaName = '1동'): Target => ({
  index,
  type,
  name: type,
  areaName,
  unit: '',
  intervalMs: 60_000,
});

it('draws a month by house and type, temperature, humidity, soil moisture and irrigation first', () => {
  const houses = monthHouses({
    sensors: [
      {
        areaName: '1동',
        devices: [channel(1, 'FLOW_RATE'), channel(2, 'CO2'), channel(3, 'SOIL_MOISTURE'), channel(4, 'TEMPERATURE')],
      },
      { areaName: '2동', devices: [channel(5, 'CO2', '2동')] },
    ],
    devices: [{ areaName: '1동', devices: [channel(6, 'PUMP'), channel(7, 'VENT')] }],
  });
  expect(houses.map(({ areaName }) => areaName)).toEqual(['1동']);
  expect(houses[0]?.byType.map(({ type }) => type)).toEqual(['TEMPERATURE', 'SOIL_MOISTURE', 'FLOW_RATE', 'PUMP']);
  expect(askedOf(houses[0]?.byType.flatMap(({ channels }) => channels) ?? [])).toEqual({
    sensors: [4, 3, 1],
    devices: [6],
  });
});
