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
});
