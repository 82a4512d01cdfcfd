import { describe, expect, it } from 'vitest';
import { composite, target, waterSensor, waterTime } from '../../../tests/support/examples/unparsed-rules.ts';
import type { ChannelTypeName } from '../../series/sensor-types.ts';
import { type ActuatorSettings, defaultSettings } from '../actuator.ts';
import { controlProblems } from '../control-text.ts';
import { ruleFields } from './rule.ts';
import type { RuleChoices } from './rule-calls.ts';
import { equipmentOf } from './rule-equipment.ts';
import { type FarmEquipment, problemsOnFarm } from './rule-fit.ts';

const valve = { ...defaultSettings('WATER'), isCommanded: true, nominalLpm: 40, flowChannel: 80 };
const farm: FarmEquipment = {
  types: new Map<number, ChannelTypeName>([
    [11, 'TEMPERATURE'],
    [12, 'HUMIDITY'],
    [13, 'HUMIDITY'],
    [14, 'SOIL_MOISTURE'],
    [31, 'VENT'],
    [41, 'FAN'],
    [61, 'WATER'],
    [62, 'WATER'],
  ]),
  areas: new Map([
    [11, '1동'],
    [12, '1동'],
    [13, '2동'],
  ]),
  actuators: new Map<number, ActuatorSettings>([
    [61, valve],
    [62, valve],
  ]),
  intervals: new Map([[80, 60_000]]),
  seasons: null,
  isOpenField: false,
  hasOwnStation: false,
};

/** What is said of a rule on the farm, by field. */
function said(fields: unknown, given: Partial<FarmEquipment> = {}): Record<string, string> {
  const problems = problemsOnFarm(ruleFields.parse(fields), { ...farm, ...given });
  return Object.fromEntries(problems.map(([path, message]) => [path.join('.'), message]));
}

describe('an action of a composite rule', () => {
  it('cannot turn a valve off, which would open it for its time', () => {
    const doing = (channel: number, levelPct: number) =>
      said({ ...composite, actions: [{ channel, levelPct, forSec: 600, litres: null, afterSec: 0 }] });
    expect(doing(61, 0)).toEqual({ 'actions.0.levelPct': controlProblems.valveOpens });
    expect(doing(61, 100)).toEqual({});
    expect(doing(41, 0)).toEqual({});
  });
});

type Crop = RuleChoices['crops'][number];

describe('irrigation that skips after rain', () => {
  const rainy = {
    ...waterTime,
    seasons: [],
    unit: 'minutes',
    steps: [{ valve: 61, amount: 40 }],
    rainSkip: { pastHours: 24, pastMm: 5, nextHours: 12, nextMm: 5 },
  };
  const grown = (...crops: Crop[]) => {
    const { seasons, isOpenField } = equipmentOf({ channels: [], rules: [], hasOwnStation: false, crops }, null);
    return said(rainy, { seasons, isOpenField });
  };
  const crop = { id: 'a', name: '한라봉', seasons: ['개화기'], cultivation: 'open' } satisfies Crop;

  it('is for an open field only', () => {
    expect(grown(crop)).toEqual({});
    for (const cultivation of ['heated', 'unheated', 'sheltered'] as const) {
      expect(grown({ ...crop, cultivation })).toEqual({ rainSkip: controlProblems.rainIsOutside });
    }
    expect(grown()).toEqual({ rainSkip: controlProblems.rainIsOutside });
  });

  it('goes by the crop whose calendar it follows, or else by the first', () => {
    const covered = { id: 'b', name: '감귤', seasons: [], cultivation: 'sheltered' } satisfies Crop;
    expect(grown(covered, crop)).toEqual({});
    expect(grown(covered, { ...crop, seasons: [] })).toEqual({ rainSkip: controlProblems.rainIsOutside });
  });
});

describe('a rule that keeps a target', () => {
  it('moves fans on and off, never a little', () => {
    expect(said({ ...target, actuators: [41] })).toEqual({ control: controlProblems.onlyMotorBand });
    expect(said({ ...target, actuators: [41], control: 'onoff' })).toEqual({});
    expect(said(target)).toEqual({});
  });

  it('knows a vapour pressure deficit by both sensors of the same house', () => {
    const dry = (...sensors: number[]) =>
      said({ ...target, measure: 'VPD', sensors, targets: [{ from: '06:00', to: '18:00', value: 1 }], bandWidth: 0.6 });
    expect(dry(11, 12)).toEqual({});
    const missing = { sensors: controlProblems.deficitOfBoth };
    expect(dry(11)).toEqual(missing);
    expect(dry(12)).toEqual(missing);
    expect(dry(11, 13)).toEqual(missing);
    expect(dry(11, 12, 13)).toEqual(missing);
  });
});

describe('doses of a rule by soil moisture in another unit than the most of a day', () => {
  const dosed = (step: object, dailyMax: object) => said({ ...waterSensor, maxPulses: 4, steps: [step], dailyMax });

  it('go by the usual flow of their valves', () => {
    // 10 minutes at 40 L/min are 400 L, four times a day 1,600 L.
    expect(dosed({ valve: 61, doseMin: 10 }, { litres: 1_600 })).toEqual({});
    expect(dosed({ valve: 61, doseMin: 10 }, { litres: 1_599 })).toEqual({
      'dailyMax.litres': controlProblems.dosesOverDay,
    });
    expect(dosed({ valve: 61, doseLitres: 400 }, { minutes: 40 })).toEqual({});
    expect(dosed({ valve: 61, doseLitres: 400 }, { minutes: 39 })).toEqual({
      'dailyMax.minutes': controlProblems.dosesOverDay,
    });
  });

  it('are added to those in its unit', () => {
    const both = [
      { valve: 61, doseMin: 10 },
      { valve: 62, doseLitres: 200 },
    ];
    expect(said({ ...waterSensor, maxPulses: 2, steps: both, dailyMax: { minutes: 30 } })).toEqual({});
    expect(said({ ...waterSensor, maxPulses: 2, steps: both, dailyMax: { minutes: 29 } })).toEqual({
      'dailyMax.minutes': controlProblems.dosesOverDay,
    });
  });
});
