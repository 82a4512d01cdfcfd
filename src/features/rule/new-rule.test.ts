import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { channelsMovedBy, ruleFamilies } from '#contract/control/rule/rule.ts';
import type { ChoiceChannel } from '#contract/control/rule/rule-calls.ts';
import { type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';
import { newRule } from './new-rule.ts';

const types: ChannelTypeName[] = ['TEMPERATURE', 'SOIL_MOISTURE', 'CO2', 'WATER', 'VENT', 'CO2_SUPPLY'];

/** A house with one channel of each type, from `from` on. */
function house(areaName: string, from: number, isCommanded: boolean): ChoiceChannel[] {
  return types.map((type, at) => ({
    index: from + at,
    name: type,
    areaName,
    type,
    intervalMs: 60_000,
    settings: isActuator(type) ? { ...defaultSettings(type), isCommanded } : null,
  }));
}

describe('a new rule begins with one house', () => {
  const channels = [...house('1동', 1, false), ...house('2동', 11, true)];
  it.each(ruleFamilies.filter((family) => family !== 'reservation-composite'))(
    'of %s: the one whose equipment may be moved, sensors included',
    (family) => {
      const rule = newRule(family, { channels });
      const sensors = 'sensors' in rule ? rule.sensors : 'co2Sensors' in rule ? rule.co2Sensors : [];
      const named = [...channelsMovedBy(rule), ...sensors];
      expect(named.length).toBeGreaterThan(0);
      expect(named.every((index) => index > 10)).toBe(true);
      expect(rule.areaName).toBe('2동');
    },
  );

  it('or the one that measures what the rule is about, and it airs where nothing can be supplied', () => {
    const channels = [
      ...house('1동', 1, false).filter(({ type }) => type !== 'CO2_SUPPLY'),
      ...house('2동', 11, true).filter(({ type }) => type === 'VENT'),
    ];
    const rule = newRule('reservation-ghg', { channels });
    expect(rule).toMatchObject({ areaName: '1동', co2Sensors: [3], does: 'air', vents: [5] });
  });

  it('and on a farm without equipment with nothing', () => {
    for (const family of ruleFamilies) expect(channelsMovedBy(newRule(family, { channels: [] }))).toEqual([]);
  });
});
