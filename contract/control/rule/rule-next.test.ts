import { describe, expect, it } from 'vitest';
import type { RuleFields } from './rule.ts';
import { nextActAt } from './rule-next.ts';
import { waterSensorDefaults } from './water-sensor.ts';
import { type WaterTime, waterTimeDefaults } from './water-time.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const anySeason = () => null;

const byClock = (mine: Partial<WaterTime> = {}): RuleFields => ({
  ...waterTimeDefaults,
  name: '아침 관수',
  starts: ['06:30'],
  steps: [{ valve: 61, amount: 20 }],
  enabled: true,
  ...mine,
});
const bySoil: RuleFields = {
  ...waterSensorDefaults,
  name: '흙 보고 관수',
  windows: [{ from: '06:00', to: '10:00' }],
  sensors: [14],
  fromPct: 28,
  toPct: 34,
  steps: [{ valve: 61, doseMin: 10 }],
  dailyMax: { minutes: 60 },
  enabled: true,
};

describe('when a rule may act next', () => {
  it('is its next start, today or on the next of its days', () => {
    expect(nextActAt(byClock(), at('2026-11-23T05:00:00'), anySeason)).toBe(at('2026-11-23T06:30:00'));
    expect(nextActAt(byClock(), at('2026-11-23T06:30:00'), anySeason)).toBe(at('2026-11-24T06:30:00'));
    // A Monday: the next Thursday.
    expect(nextActAt(byClock({ days: [4] }), at('2026-11-23T07:00:00'), anySeason)).toBe(at('2026-11-26T06:30:00'));
  });

  it('is no start that lies outside its own windows', () => {
    const rule = byClock({ starts: ['06:30', '18:00'], windows: [{ from: '12:00', to: '20:00' }] });
    expect(nextActAt(rule, at('2026-11-23T05:00:00'), anySeason)).toBe(at('2026-11-23T18:00:00'));
  });

  it('is no start before the end of its rest, which the day of that end may still have', () => {
    const rule = byClock({ starts: ['06:30', '18:00'], delayUntil: '2026-11-25T12:00:00+09:00' });
    expect(nextActAt(rule, at('2026-11-23T05:00:00'), anySeason)).toBe(at('2026-11-25T18:00:00'));
    // The start at the very end is given.
    const until = { ...rule, delayUntil: '2026-11-25T18:00:00+09:00' };
    expect(nextActAt(until, at('2026-11-23T05:00:00'), anySeason)).toBe(at('2026-11-25T18:00:00'));
    expect(nextActAt(rule, at('2026-11-26T05:00:00'), anySeason)).toBe(at('2026-11-26T06:30:00'));
  });

  it('is the begin of its next window, and nothing while one is open', () => {
    expect(nextActAt(bySoil, at('2026-11-23T05:00:00'), anySeason)).toBe(at('2026-11-23T06:00:00'));
    expect(nextActAt(bySoil, at('2026-11-23T07:00:00'), anySeason)).toBeNull();
    expect(nextActAt(bySoil, at('2026-11-23T10:00:00'), anySeason)).toBe(at('2026-11-24T06:00:00'));
  });

  it('is never while it is off or its stage does not come within a month', () => {
    expect(nextActAt(byClock({ enabled: false }), at('2026-11-23T05:00:00'), anySeason)).toBeNull();
    expect(nextActAt(byClock({ seasons: ['수확기'] }), at('2026-11-23T05:00:00'), () => '휴면기')).toBeNull();
  });
});
