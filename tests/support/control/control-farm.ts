import { type ActuatorSettings, actuatorRows, defaultSettings } from '#contract/control/actuator.ts';
import type { ControlDocument } from '#contract/control/controller/command.ts';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type Rule, ruleFields } from '#contract/control/rule/rule.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { defaultHeatSettings, type HeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { builtInInterlocks } from '#server/control/built-in-interlocks.ts';
import type { Actuator, Interlock } from '#server/control/decide/world.ts';

export const channel = {
  air: 11,
  humidity: 12,
  co2: 16,
  soil1: 14,
  soil2: 15,
  heater: 31,
  vent: 32,
  valve1: 61,
  valve2: 62,
  main: 70,
  pump: 71,
  supply: 51,
  meter: 80,
};
export const AREA = '1동';

export type ControlFarm = {
  actuators: Actuator[];
  rules: Rule[];
  interlocks: Interlock[];
  heat: HeatSettings;
  nominalLpm: number;
  /** Whether the controller enforces `requires`. */
  hasRequires: boolean;
};

/**
 * A house with a heater, a vent and two valves on one pump, and rules that use all of it; the values depend on the
 * seed.
 */
export function aControlFarm(random: () => number): ControlFarm {
  const pick = (...values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 0;
  const nominalLpm = pick(20, 40, 80);
  const hasMain = random() < 0.5;
  const upstream = hasMain ? [channel.main, channel.pump] : [channel.pump];
  const isCommanded = () => random() < 0.97;
  const actuator = (index: number, type: ActuatorTypeName, given: Partial<ActuatorSettings> = {}): Actuator => {
    return {
      channel: index,
      type,
      areaName: AREA,
      settings: { ...defaultSettings(type), isCommanded: isCommanded(), ...given },
    };
  };
  const valve = { upstream, flowChannel: channel.meter, nominalLpm, areaM2: 1_000, leadSec: pick(0, 5, 20) };
  const actuators = [
    actuator(channel.heater, 'HEATER'),
    actuator(channel.vent, 'VENT', { holdSec: pick(60, 300) }),
    actuator(channel.supply, 'CO2_SUPPLY'),
    actuator(channel.valve1, 'WATER', { ...valve, maxRunSec: pick(900, 3_600) }),
    actuator(channel.valve2, 'WATER', { ...valve, maxDailySec: pick(1_800, 14_400) }),
    ...(hasMain ? [actuator(channel.main, 'MWATER')] : []),
    actuator(channel.pump, 'PUMP', { minOffSec: pick(60, 300) }),
  ];
  return {
    actuators,
    rules: [...waterRules(random, pick), ...levelRules(random, pick)],
    interlocks: builtInInterlocks(
      actuators,
      controlSensors.map((sensor) => ({ ...sensor, areaName: AREA })),
    ),
    heat: { ...defaultHeatSettings, enabled: true, nightTargetC: pick(6, 10), dayTargetC: 12, frostGuardC: 3 },
    nominalLpm,
    hasRequires: true,
  };
}

/** The sensors of the house and their intervals. */
export const controlSensors = [
  { channel: channel.air, type: 'TEMPERATURE', intervalMs: MINUTE_MS },
  { channel: channel.humidity, type: 'HUMIDITY', intervalMs: MINUTE_MS },
  { channel: channel.co2, type: 'CO2', intervalMs: MINUTE_MS },
  { channel: channel.soil1, type: 'SOIL_MOISTURE', intervalMs: 5 * MINUTE_MS },
  { channel: channel.soil2, type: 'SOIL_MOISTURE', intervalMs: 5 * MINUTE_MS },
  { channel: channel.meter, type: 'FLOW_RATE', intervalMs: 30 * SECOND_MS },
] as const;

const ruleId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const always = { enabled: true, mode: 'act', days: [1, 2, 3, 4, 5, 6, 7], seasons: [], windows: [] };

function levelRules(random: () => number, pick: (...values: readonly number[]) => number): Rule[] {
  const fields = [
    {
      ...reservationTargetDefaults,
      ...always,
      name: 'airing',
      priority: pick(1, 5),
      sensors: [channel.air],
      targets: [{ from: '00:00', to: '23:59', value: pick(9, 14) }],
      actuators: [channel.vent],
      control: random() < 0.5 ? 'band' : 'onoff',
    },
    {
      ...reservationCompositeDefaults,
      ...always,
      name: 'dew',
      when: {
        match: 'any',
        items: [
          {
            kind: 'sensor',
            sensors: [channel.humidity],
            by: 'max',
            op: 'above',
            value: 85,
            value2: null,
            hysteresis: 3,
            forMin: pick(0, 20),
          },
          { kind: 'time', windows: [{ from: '15:00', to: '15:20' }], forMin: 0 },
        ],
      },
      trigger: random() < 0.5 ? 'when' : 'while',
      actions: [
        { channel: channel.vent, levelPct: 20, forSec: 1_200, litres: null, afterSec: 0 },
        { channel: channel.valve1, levelPct: 100, forSec: 180, litres: null, afterSec: 30 },
      ],
      cooldownMin: pick(0, 60),
    },
    {
      ...reservationGhgDefaults,
      ...always,
      name: 'co2',
      windows: [{ from: 'sunrise', to: 'sunset' }],
      co2Sensors: [channel.co2],
      supplies: [channel.supply],
      vents: [channel.vent],
    },
  ];
  return fields.map((one, at) => ({ id: ruleId(at + 3), createdAt: at + 3, fields: ruleFields.parse(one) }));
}

/** Below this moisture, %, the rule that `withThirst` adds waters. */
export const THIRSTY_PCT = 25;

/**
 * A farm with a further rule, which opens a valve for as long as it may while the soil is dry. It is not part of every
 * farm: the lives that were once found would be other ones.
 */
export function withThirst(farm: ControlFarm): ControlFarm {
  const dry = { kind: 'sensor', sensors: [channel.soil1, channel.soil2], by: 'min', op: 'below' };
  const fields = ruleFields.parse({
    ...reservationCompositeDefaults,
    ...always,
    name: 'thirst',
    when: { match: 'all', items: [{ ...dry, value: THIRSTY_PCT, value2: null, hysteresis: 1, forMin: 0 }] },
    actions: [{ channel: channel.valve1, levelPct: 100, forSec: 3_600, litres: null, afterSec: 0 }],
    maxPerDay: 96,
  });
  return { ...farm, rules: [...farm.rules, { id: ruleId(9), createdAt: 9, fields }] };
}

function waterRules(random: () => number, pick: (...values: readonly number[]) => number): Rule[] {
  const hour = (number: number) => `${String(number).padStart(2, '0')}:${random() < 0.5 ? '00' : '30'}`;
  return [
    {
      id: ruleId(1),
      createdAt: 1,
      fields: {
        ...waterTimeDefaults,
        name: 'morning',
        enabled: true,
        mode: 'act',
        days: [1, 2, 3, 4, 5, 6, 7],
        seasons: [],
        windows: [],
        starts: ['sunrise+30', hour(pick(9, 13, 23))],
        unit: random() < 0.5 ? 'minutes' : 'litres',
        steps: [
          { valve: channel.valve1, amount: pick(5, 10, 200) },
          { valve: channel.valve2, amount: pick(5, 8, 300) },
        ],
        cycles: pick(1, 2),
        soakMin: pick(0, 15),
        minAirC: -5,
      },
    },
    {
      id: ruleId(2),
      createdAt: 2,
      fields: {
        ...waterSensorDefaults,
        name: 'soil',
        enabled: true,
        mode: random() < 0.9 ? 'act' : 'watch',
        days: [1, 2, 3, 4, 5, 6, 7],
        seasons: [],
        windows: random() < 0.5 ? [] : [{ from: 'sunrise', to: 'sunset' }],
        sensors: [channel.soil1, channel.soil2],
        by: random() < 0.5 ? 'mean' : 'min',
        fromPct: 28,
        toPct: 34,
        forMin: pick(0, 30),
        steps: [{ valve: channel.valve2, doseMin: pick(3, 10) }],
        soakMin: pick(10, 30),
        maxPulses: pick(2, 4),
        restMin: pick(60, 720),
        dailyMax: random() < 0.5 ? { litres: pick(600, 2_000) } : { minutes: pick(20, 60) },
        stepAfterDryDays: null,
        minAirC: -5,
      },
    },
  ];
}

/** The limits document for the controller. */
export function documentOf(
  { actuators, nominalLpm, hasRequires }: ControlFarm,
  locks: readonly number[],
  version: number,
  term: number,
): ControlDocument {
  const valves = actuators.filter(({ type }) => type === 'WATER');
  return {
    v: 1,
    version,
    term,
    guards: [
      {
        sensor: String(channel.air),
        op: 'below',
        value: 1,
        hysteresis: 1,
        forSec: 60,
        actuator: String(channel.heater),
        levelPct: 100,
        untilSec: null,
      },
    ],
    channels: Object.fromEntries(
      actuators.map(({ channel: index, type, settings }) => [
        String(index),
        {
          kind: actuatorRows[type].kind,
          isCommanded: settings.isCommanded,
          maxRunSec: settings.maxRunSec,
          minOnSec: settings.minOnSec,
          minOffSec: settings.minOffSec,
          maxDailySec: settings.maxDailySec,
          travelOpenSec: settings.travelOpenSec,
          travelCloseSec: settings.travelCloseSec,
          restPct: settings.restPct,
          onLinkLost: settings.onLinkLost,
          requires: type === 'PUMP' && hasRequires ? valves.map((valve) => String(valve.channel)) : [],
          lockOut: locks.includes(index) ? { reason: 'service', forSec: null } : null,
          ...(type === 'WATER' && { meter: String(channel.meter) }),
          ...(type === 'PUMP' && { dryRun: { flow: String(channel.meter), minLpm: nominalLpm / 10, afterSec: 60 } }),
        },
      ]),
    ),
  };
}
