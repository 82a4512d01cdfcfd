import { describe, expect, it } from 'vitest';
import { problemsOf } from '../wire/problem-text.ts';
import { actuatorSettings, defaultSettings } from './actuator.ts';
import { controlProblems } from './control-text.ts';

describe('settings of an actuator', () => {
  it('are fine by default and never commanded', () => {
    for (const type of ['HEATER', 'VENT', 'CURTAIN', 'FAN', 'WATER', 'MWATER', 'PUMP', 'CO2_SUPPLY'] as const) {
      expect(actuatorSettings(type).safeParse(defaultSettings(type)).success).toBe(true);
      expect(defaultSettings(type).isCommanded).toBe(false);
    }
  });

  it('are refused at the field that makes no sense for the type', () => {
    const wrong = actuatorSettings('VENT').safeParse({
      ...defaultSettings('VENT'),
      travelOpenSec: null,
      upstream: [71],
      blindDuty: { onMin: 10, offMin: 20 },
    });
    expect(wrong.success ? {} : problemsOf(wrong.error)).toEqual({
      travelOpenSec: controlProblems.travel,
      blindDuty: controlProblems.onlyHeater,
      upstream: controlProblems.onlyValve,
    });
  });

  it('let a motor turn for long enough to come to either end', () => {
    const slow = { ...defaultSettings('VENT'), travelOpenSec: 200, travelCloseSec: 400 };
    const said = (maxRunSec: number) => {
      const checked = actuatorSettings('VENT').safeParse({ ...slow, maxRunSec });
      return checked.success ? {} : problemsOf(checked.error);
    };
    expect(said(484)).toEqual({ maxRunSec: controlProblems.runBelowTravel(485) });
    expect(said(485)).toEqual({});
  });

  it('never turn a switch on by rest or by a lost link, which would have no end', () => {
    const wrong = actuatorSettings('WATER').safeParse({ ...defaultSettings('WATER'), restPct: 100, onLinkLost: 100 });
    expect(wrong.success ? {} : problemsOf(wrong.error)).toEqual({
      restPct: controlProblems.onlyMotor,
      onLinkLost: controlProblems.onlyMotor,
    });
    const vent = { ...defaultSettings('VENT'), restPct: 10, onLinkLost: 20 };
    expect(actuatorSettings('VENT').safeParse(vent).success).toBe(true);
  });
});
