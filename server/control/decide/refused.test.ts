import { describe, expect, it } from 'vitest';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const heater = anActuator(31, 'HEATER');
const heat = { ...defaultHeatSettings, enabled: true, dayTargetC: 12, nightTargetC: 8, frostGuardC: 3 };

/** A heater in air of one temperature, looked at every ten seconds. */
const lived = (airC: number, minutes: number, given: Partial<Parameters<typeof ticks>[0]>) =>
  ticks({
    at: noon,
    minutes,
    actuators: [heater],
    sensors: [[11, 'TEMPERATURE', () => airC]],
    world: () => ({ heat }),
    everySec: 10,
    ...given,
  });

describe('a command that its controller refuses', () => {
  it('is asked for ever less often, and the log says who refuses it and why', () => {
    const days = lived(8, 180, { refusal: () => 'CLOCK' });
    const asked = days.flatMap(({ minute, commands }) => commands.map(() => minute));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.length).toBeLessThan(25);
    const [row] = days.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'blocked');
    expect(row).toMatchObject({ actuator: 31, reason: 'REFUSED', by: 'CLOCK' });
  });

  it('is asked for again within a minute in frost, and taken when it is taken', () => {
    const days = lived(2, 30, { refusal: (_, minute) => (minute < 20 ? 'EXPIRED' : undefined) });
    const asked = days.flatMap(({ minute, commands }) => commands.map(() => minute));
    expect(new Set(asked.filter((minute) => minute > 1 && minute < 20)).size).toBe(18);
    expect(onsOf(days, 31)[0]).toBeLessThanOrEqual(21);
  });

  it('is asked for every twenty seconds in frost when nothing answers, and every minute otherwise', () => {
    const asked = (airC: number) => lived(airC, 10, { isLost: () => true }).flatMap(({ commands }) => commands);
    expect(asked(2).length).toBeGreaterThanOrEqual(28);
    expect(asked(8).length).toBeLessThanOrEqual(10);
    // All of them go on with the run that any of them may have begun.
    expect(new Set(asked(2).map(({ run }) => run)).size).toBe(1);
    expect(new Set(asked(2).map(({ id }) => id)).size).toBe(asked(2).length);
  });

  it('is asked for at once when it is another one', () => {
    const days = lived(8, 40, {
      refusal: ({ do: what }, minute) => (what === 'on' && minute < 30 ? 'CLOCK' : undefined),
      world: (minute) => ({ heat: { ...heat, dayTargetC: minute < 35 ? 12 : 5 } }),
    });
    expect(Math.max(...onsOf(days, 31))).toBeLessThanOrEqual(38);
  });
});

it('what is held by hand at the machine is asked for nothing, and follows once it is let go', () => {
  const state = { channel: 31, levelPct: 0, isMoving: false, endsInMs: null };
  const days = lived(8, 20, {
    world: (minute, second) => ({
      heat,
      ...(minute < 10 && { states: [{ ...state, at: noon + second * 1_000, isLocal: true }] }),
    }),
  });
  expect(wordsOf(days)).toEqual(['0 31 blocked LOCAL', '10 31 started HEAT_BELOW']);
  expect(onsOf(days, 31)[0]).toBe(10);
});
