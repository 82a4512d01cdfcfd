import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from './reservation-target.ts';
import type { RuleFields } from './rule.ts';
import type { RuleChoices } from './rule-calls.ts';
import { conflictingRules } from './rule-conflict.ts';
import { waterTimeDefaults } from './water-time.ts';

const [VALVE, OTHER_VALVE, VENT] = [61, 62, 31];

const water = (valve: number): RuleFields => ({
  ...waterTimeDefaults,
  name: '아침 관수',
  starts: ['06:30'],
  steps: [{ valve, amount: 20 }],
  enabled: true,
});
const airing = (priority: number, enabled = true): RuleFields => ({
  ...reservationTargetDefaults,
  name: '낮 환기',
  sensors: [11],
  targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
  actuators: [VENT],
  priority,
  enabled,
});

const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const stored = (...fields: RuleFields[]): RuleChoices['rules'] =>
  fields.map((one, at) => ({ id: ids[at] ?? '', createdAt: `2026-11-0${at + 1}T00:00:00.000Z`, fields: one }));

describe('rules beside a rule', () => {
  it('are those in force that move the same thing, by name', () => {
    expect(conflictingRules(airing(5), undefined, stored(airing(5), water(VALVE)))).toEqual([
      { id: ids[0], name: '낮 환기', channels: [VENT], first: 'other' },
    ]);
  });

  it('are none that are off, move something else, or are the rule itself', () => {
    expect(conflictingRules(airing(5), undefined, stored(airing(5, false)))).toEqual([]);
    expect(conflictingRules(water(VALVE), undefined, stored(water(OTHER_VALVE)))).toEqual([]);
    expect(conflictingRules(airing(5), ids[0], stored(airing(5)))).toEqual([]);
  });

  it('go first by the lower number, then by age', () => {
    expect(conflictingRules(airing(3), undefined, stored(airing(5)))).toMatchObject([{ first: 'this' }]);
    expect(conflictingRules(airing(7), undefined, stored(airing(5)))).toMatchObject([{ first: 'other' }]);
    expect(conflictingRules(airing(5), ids[0], stored(airing(5), airing(5)))).toMatchObject([{ first: 'this' }]);
    expect(conflictingRules(airing(5), ids[1], stored(airing(5), airing(5)))).toMatchObject([{ first: 'other' }]);
  });

  it('take turns where both give water', () => {
    expect(conflictingRules(water(VALVE), undefined, stored(water(VALVE)))).toMatchObject([{ first: 'turns' }]);
  });
});
