import { describe, expect, it } from 'vitest';
import { composite, target, waterSensor, waterTime } from '../../../tests/support/examples/unparsed-rules.ts';
import { sunTimes } from '../../time/sun.ts';
import { seoulClock, startOfSeoulDate } from '../../time/time.ts';
import { ruleFields } from './rule.ts';
import { ruleStrip } from './rule-strip.ts';

describe('the 24 hours of a rule', () => {
  const strip = (fields: unknown, date: string) =>
    ruleStrip(ruleFields.parse(fields), startOfSeoulDate(date), sunTimes, () => '과실비대 전기').map(
      ({ from, to, kind, value }) => `${seoulClock(from)}-${seoulClock(to)} ${kind} ${value}`,
    );

  it('shows starts on the days on which it waters, and nothing on the others', () => {
    expect(strip({ ...waterTime, unit: 'minutes', steps: [{ valve: 61, amount: 20 }] }, '2026-07-06')).toEqual([
      '06:29-07:19 start null',
    ]);
    expect(strip(waterTime, '2026-07-07')).toEqual([]);
  });

  it('shows no start that is skipped because the rule rests', () => {
    const rests = { ...waterTime, unit: 'minutes', steps: [{ valve: 61, amount: 20 }] };
    expect(strip({ ...rests, delayUntil: '2026-07-06T06:31:00+09:00' }, '2026-07-06')).toEqual([]);
    expect(strip({ ...rests, delayUntil: '2026-07-06T06:00:00+09:00' }, '2026-07-06')).toHaveLength(1);
  });

  it('shows what a day before has left over midnight', () => {
    const nights = { ...waterSensor, windows: [{ from: '22:00', to: '02:00' }], days: [5] };
    // 2026-07-03 is a Friday.
    expect(strip(nights, '2026-07-03')).toEqual(['22:00-00:00 window null']);
    expect(strip(nights, '2026-07-04')).toEqual(['00:00-02:00 window null']);
  });

  it('shows targets with their values, and where all times of a condition meet', () => {
    expect(strip(target, '2026-12-22')).toEqual(['07:34-17:30 target 25']);
    expect(strip({ ...composite, windows: [{ from: '08:00', to: '09:00' }] }, '2026-12-22')).toEqual([
      '08:04-09:00 window null',
    ]);
    const windows = [
      { from: '20:00', to: '06:00' },
      { from: '12:00', to: '13:00' },
    ];
    const nights = { ...composite, when: { match: 'all', items: [{ kind: 'time', windows, forMin: 0 }] } };
    expect(strip(nights, '2026-12-22')).toEqual([
      '00:00-06:00 window null',
      '12:00-13:00 window null',
      '20:00-00:00 window null',
    ]);
  });
});
