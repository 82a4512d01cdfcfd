import { describe, expect, it } from 'vitest';
import { demoFarms } from './farms.ts';

const channels = demoFarms.map(({ houses }) => houses.flatMap((house) => house.channels));

describe('the demonstration farms', () => {
  it('are four with four crops, one of them the lead farm that no grower owns', () => {
    expect(new Set(demoFarms.map(({ crop }) => crop))).toEqual(new Set(['한라봉', '레드향', '천혜향', '황금향']));
    expect(demoFarms.filter(({ isLeadFarm }) => isLeadFarm).map(({ owner }) => owner)).toEqual(['admin']);
    expect(demoFarms.filter(({ owner }) => owner === 'grower')).toHaveLength(3);
    expect(demoFarms.filter(({ readers }) => readers.includes('family'))).toHaveLength(1);
    expect(demoFarms[0]?.houses.map(({ areaName }) => areaName)).toEqual(['1동', '2동']);
  });

  it('have channel codes that are unique, plain ASCII and begin with their house', () => {
    for (const farm of demoFarms) {
      const codes = farm.houses.flatMap(({ code, areaName, channels: own }) => {
        expect(own.every((channel) => channel.areaName === areaName && channel.code.startsWith(`${code}-`))).toBe(true);
        return own.map((channel) => channel.code);
      });
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes.every((code) => /^[a-z][a-z0-9-]*$/.test(code))).toBe(true);
    }
  });

  it('have no more channels than can be seeded fast, and CO2 and sun once a farm at most', () => {
    expect(channels.flat().length).toBeLessThanOrEqual(50);
    for (const own of channels) {
      for (const type of ['CO2', 'SOLAR'] as const) {
        expect(own.filter((channel) => channel.type === type).length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('have houses that fill the farm, and a silent sensor that exists', () => {
    for (const farm of demoFarms) {
      expect(farm.houses.reduce((sum, { structure }) => sum + structure.areaM2, 0)).toBe(farm.areaM2);
    }
    const silent = demoFarms.flatMap(({ silent: one, houses }) =>
      one ? [houses.flatMap((house) => house.channels).some(({ code }) => code === one.channel)] : [],
    );
    expect(silent).toEqual([true]);
  });
});
