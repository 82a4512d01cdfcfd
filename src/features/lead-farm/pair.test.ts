import { describe, expect, it } from 'vitest';
import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { pairOf, pairOfType, sharedTypes } from './pair.ts';

const target = (index: number, type: ChannelTypeName, areaName = '1동') => {
  return { index, type, name: type, areaName, unit: '', intervalMs: 60_000 };
};
const group = (areaName: string, ...devices: ReturnType<typeof target>[]) => ({ areaName, devices });
const lead = (index: number, ...sensors: ReturnType<typeof group>[]) => ({
  index,
  farmName: `선도 ${index}`,
  isSimulated: false,
  crops: [],
  targets: { sensors, devices: [] },
});

const targets: LeadTargets = {
  my: {
    sensors: [
      group('1동', target(1, 'TEMPERATURE'), target(2, 'HUMIDITY')),
      group('2동', target(3, 'TEMPERATURE', '2동'), target(4, 'HUMIDITY', '2동')),
    ],
    devices: [group('1동', target(5, 'HEATER'))],
  },
  myCrops: [],
  leads: [
    lead(10, group('A동', target(11, 'HUMIDITY', 'A동'), target(12, 'TEMPERATURE', 'A동'))),
    lead(20, group('B동', target(21, 'HUMIDITY', 'B동'))),
  ],
};

const shown = (wanted: Parameters<typeof pairOf>[1]) => {
  const pair = pairOf(targets, wanted);
  return pair && [pair.own.index, pair.lead.index];
};

describe('the pair to show', () => {
  it('is the temperature of the first houses before anybody has chosen', () => {
    expect(shown({})).toEqual([1, 12]);
  });

  it('is what the address asks for', () => {
    expect(shown({ my: 4, lead: 21 })).toEqual([4, 21]);
    expect(shown({ my: 3 })).toEqual([3, 12]);
    expect(shown({ lead: 21 })).toEqual([2, 21]);
  });

  it('keeps the own side where both do not fit together', () => {
    expect(shown({ my: 3, lead: 21 })).toEqual([3, 12]);
    expect(shown({ my: 3, lead: 11 })).toEqual([3, 12]);
  });

  it('makes do with an address that means nothing any more', () => {
    expect(shown({ my: 99, lead: 98 })).toEqual([1, 12]);
  });

  it('is none without a lead farm or anything in common', () => {
    expect(pairOf({ ...targets, leads: [] }, {})).toBeNull();
    expect(pairOf({ ...targets, my: { sensors: [], devices: [] } }, {})).toBeNull();
    expect(pairOf(targets, { my: 5 })).toBeNull();
  });
});

describe('another type', () => {
  it('stays in the houses that are shown', () => {
    const pair = pairOf(targets, { my: 3 });
    if (!pair) throw new Error('there is a pair');
    expect(pairOfType(targets, pair, 'HUMIDITY')).toEqual({ my: 4, lead: 11 });
    expect(pairOfType(targets, pair, 'CO2')).toBeNull();
    expect(sharedTypes(targets, pair.farm)).toEqual(['TEMPERATURE', 'HUMIDITY']);
  });
});
