import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';

// A rule of each family as a form sends it: plain values, not parsed yet.

export const waterTime = {
  ...waterTimeDefaults,
  name: '여름 아침',
  starts: ['sunrise+60'],
  everyDays: 5,
  anchorOn: '2026-07-01',
  unit: 'tonPer10a',
  steps: [
    { valve: 61, amount: 8 },
    { valve: 62, amount: 8 },
  ],
  cycles: 2,
  soakMin: 30,
  seasons: ['과실비대 전기', '과실비대 후기'],
};

export const waterSensor = {
  ...waterSensorDefaults,
  name: '2동 센서',
  windows: [],
  sensors: [14],
  fromPct: 28,
  toPct: 34,
  steps: [{ valve: 62, doseMin: 10 }],
  dailyMax: { litres: 6_000 },
};

export const target = {
  ...reservationTargetDefaults,
  name: '낮 환기',
  sensors: [11],
  by: 'max',
  targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
  actuators: [31],
  maxPct: 80,
};

export const composite = {
  ...reservationCompositeDefaults,
  name: '아침 결로',
  when: {
    match: 'all',
    items: [
      { kind: 'sensor', sensors: [12], by: 'max', op: 'above', value: 90, value2: null, hysteresis: 3, forMin: 60 },
      {
        match: 'any',
        items: [
          { kind: 'weather', source: 'station', field: 'rainMmH', op: 'below', value: 0.1, hysteresis: 0, forMin: 0 },
          { kind: 'sun', op: 'above', elevationDeg: 5, forMin: 0 },
        ],
      },
      { kind: 'time', windows: [{ from: 'sunrise+30', to: 'sunrise+150' }], forMin: 0 },
    ],
  },
  trigger: 'when',
  actions: [
    { channel: 41, levelPct: 100, forSec: 1_200, litres: null, afterSec: 0 },
    { channel: 31, levelPct: 15, forSec: 1_200, litres: null, afterSec: 0 },
  ],
  maxPerDay: 2,
};

export const ghg = { ...reservationGhgDefaults, name: '아침 탄산', co2Sensors: [15], supplies: [51], vents: [31] };
