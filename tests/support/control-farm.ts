import { type ActuatorSettings, actuatorRows, defaultSettings } from '#contract/control/actuator.ts';
import type { ControlDocument } from '#contract/control/command.ts';
import type { Rule } from '#contract/control/rule.ts';
import { waterSensorDefaults } from '#contract/control/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/water-time.ts';
import { defaultHeatSettings, type HeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import type { Actuator, Interlock } from '#server/control/decide/world.ts';

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const channel = {
  air: 11,
  soil1: 14,
  soil2: 15,
  heater: 31,
  vent: 32,
  valve1: 61,
  valve2: 62,
  main: 70,
  pump: 71,
  meter: 80,
};
export const AREA = '1동';

export type ControlFarm = {
  actuators: Actuator[];
  rules: Rule[];
  interlocks: Interlock[];
  heat: HeatSettings;
  nominalLpm: number;
};

/** A house with a heater, a vent and two valves on one pump, and rules that want all of it; other figures for each seed. */
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
  return {
    actuators: [
      actuator(channel.heater, 'HEATER'),
      actuator(channel.vent, 'VENT', { holdSec: pick(60, 300) }),
      actuator(channel.valve1, 'WATER', { ...valve, maxRunSec: pick(900, 3_600) }),
      actuator(channel.valve2, 'WATER', { ...valve, maxDailySec: pick(1_800, 14_400) }),
      ...(hasMain ? [actuator(channel.main, 'MWATER')] : []),
      actuator(channel.pump, 'PUMP', { minOffSec: pick(60, 300) }),
    ],
    rules: rulesOf(random, pick),
    interlocks: [
      {
        id: 'heater-vent',
        name: '창이 열려 있음',
        kind: 'forbid',
        subject: [channel.heater],
        when: {
          match: 'any',
          items: [{ kind: 'actuator', channel: channel.vent, op: 'above', value: 10, forMin: 0 }],
        },
        limitPct: 0,
        holdSec: 0,
        isOn: true,
      },
    ],
    heat: { ...defaultHeatSettings, enabled: true, nightTargetC: pick(6, 10), dayTargetC: 12, frostGuardC: 3 },
    nominalLpm,
  };
}

function rulesOf(random: () => number, pick: (...values: readonly number[]) => number): Rule[] {
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const hour = (number: number) => `${String(number).padStart(2, '0')}:${random() < 0.5 ? '00' : '30'}`;
  return [
    {
      id: id(1),
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
      id: id(2),
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

/** Limits as the controller keeps them. */
export function documentOf(
  { actuators, nominalLpm }: ControlFarm,
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
          requires: type === 'PUMP' ? valves.map((valve) => String(valve.channel)) : [],
          lockOut: locks.includes(index) ? { reason: 'service', forSec: null } : null,
          ...(type === 'PUMP' && { dryRun: { flow: String(channel.meter), minLpm: nominalLpm / 10, afterSec: 60 } }),
        },
      ]),
    ),
  };
}
