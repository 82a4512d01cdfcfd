import { describe, expect, it } from 'vitest';
import type { ChannelTypeName } from '../../series/sensor-types.ts';
import { reservationCompositeDefaults } from './reservation-composite.ts';
import { reservationTargetDefaults } from './reservation-target.ts';
import type { RuleFields } from './rule.ts';
import { houseOf, ruleForHouse } from './rule-house.ts';
import { waterSensorDefaults } from './water-sensor.ts';

const channel = (index: number, areaName: string, type: ChannelTypeName, name: string) => {
  return { index, areaName, type, name };
};
const channels = [
  channel(1, '1동', 'TEMPERATURE', '내부 온도'),
  channel(2, '1동', 'SOIL_MOISTURE', '토양 수분'),
  channel(3, '1동', 'WATER', '1동 왼쪽 밸브'),
  channel(4, '1동', 'WATER', '1동 오른쪽 밸브'),
  channel(5, '1동', 'VENT', '측창'),
  channel(6, '1동', 'CO2', '이산화탄소'),
  channel(9, '', 'SOLAR', '일사'),
  channel(11, '2동', 'TEMPERATURE', '온도'),
  channel(12, '2동', 'SOIL_MOISTURE', '토양 수분'),
  channel(13, '2동', 'WATER', '오른쪽 밸브'),
  channel(14, '2동', 'WATER', '왼쪽 밸브'),
];

const watering: RuleFields = {
  ...waterSensorDefaults,
  name: '흙 보고 관수',
  areaName: '1동',
  windows: [],
  sensors: [2],
  fromPct: 25,
  toPct: 30,
  steps: [
    { valve: 3, doseMin: 10 },
    { valve: 4, doseMin: 12 },
  ],
  dailyMax: { minutes: 60 },
};

describe('a rule for another house', () => {
  it('has the sensors and valves of the same name there, each with its own dose', () => {
    expect(ruleForHouse(watering, channels, '2동')).toEqual({
      missing: [],
      fields: {
        ...watering,
        areaName: '2동',
        sensors: [12],
        steps: [
          { valve: 14, doseMin: 10 },
          { valve: 13, doseMin: 12 },
        ],
      },
    });
  });

  it('takes the only one of its type whatever it is called, and says what there is none of', () => {
    const airing: RuleFields = {
      ...reservationTargetDefaults,
      name: '낮 환기',
      sensors: [1],
      targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
      actuators: [5],
    };
    const { fields, missing } = ruleForHouse(airing, channels, '2동');
    expect(fields).toMatchObject({ areaName: '2동', sensors: [11], actuators: [] });
    expect(missing.map(({ index }) => index)).toEqual([5]);
  });

  it('keeps what belongs to no house, and drops conditions that would heed the other one', () => {
    const rains: RuleFields = {
      ...reservationCompositeDefaults,
      name: '비',
      when: {
        match: 'all',
        items: [
          { kind: 'actuator', channel: 3, op: 'off', value: 0, forMin: 0 },
          {
            match: 'any',
            items: [
              {
                kind: 'sensor',
                sensors: [9],
                by: 'max',
                op: 'above',
                value: 0,
                value2: null,
                hysteresis: 0,
                forMin: 0,
              },
            ],
          },
          {
            match: 'any',
            items: [
              {
                kind: 'sensor',
                sensors: [6],
                by: 'max',
                op: 'above',
                value: 900,
                value2: null,
                hysteresis: 0,
                forMin: 0,
              },
            ],
          },
          { kind: 'indicator', areaName: '1동', indicator: 'VPD', op: 'below', value: 0.3, hysteresis: 0.1, forMin: 0 },
        ],
      },
      actions: [{ channel: 3, levelPct: 100, forSec: 600, litres: null, afterSec: 0 }],
    };
    expect(houseOf(rains, channels)).toBe('1동');
    const { fields, missing } = ruleForHouse(rains, channels, '2동');
    expect(fields).toMatchObject({
      when: {
        items: [
          { kind: 'actuator', channel: 14 },
          { items: [{ sensors: [9] }] },
          { kind: 'indicator', areaName: '2동' },
        ],
      },
      actions: [{ channel: 14 }],
    });
    expect(missing.map(({ index }) => index)).toEqual([6]);
  });
});
