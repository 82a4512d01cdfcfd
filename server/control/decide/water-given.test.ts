import { describe, expect, it } from 'vitest';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, ticks } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const valve = anActuator(61, 'WATER', { flowChannel: 80, nominalLpm: 40, areaM2: 1_000 });

const byLitres = ruleFields.parse({
  ...waterTimeDefaults,
  name: 'noon',
  enabled: true,
  mode: 'act',
  starts: ['12:01'],
  unit: 'litres',
  steps: [{ valve: 61, amount: 400 }],
});

describe('the water that was given', () => {
  it('is said in litres only where its meter counted all of them, and minutes where that fell silent under way', () => {
    const endOf = (isSilent: (minute: number) => boolean) => {
      const flow = (minute: number) => (isSilent(minute) ? null : 40);
      const lived = ticks({
        at: noon,
        minutes: 25,
        actuators: [valve],
        rules: [byLitres],
        sensors: [[80, 'FLOW_RATE', flow]],
      });
      const row = lived
        .flatMap(({ rows }) => rows)
        .find(({ rule: by, reason, figures }) => by !== null && figures.length > 0 && /GIVEN/.test(reason));
      return row && `${row.reason} ${row.figures.map(({ name }) => name).join()}`;
    };
    expect(endOf(() => false)).toBe('GIVEN litres');
    expect(endOf((minute) => minute > 3)).toBe('GIVEN_BY_TIME minutes');
  });

  it('is not said twice where its controller counts ahead of the readings of its meter', () => {
    const lived = ticks({
      at: noon,
      minutes: 25,
      actuators: [valve],
      rules: [byLitres],
      sensors: [[80, 'FLOW_RATE', () => 40]],
      countsLpm: { 61: 40 },
      everySec: 10,
    });
    const ends = lived
      .flatMap(({ rows }) => rows)
      .filter(({ reason, figures }) => reason === 'GIVEN' && figures.length > 0);
    const litres = ends.map(({ actuator, figures }) => [actuator, figures[0]?.value] as const);
    expect(litres.length).toBeGreaterThan(1);
    for (const [about, said] of litres) {
      expect(said, String(about)).toBeGreaterThanOrEqual(396);
      expect(said, String(about)).toBeLessThanOrEqual(410);
    }
  });
});
