import { expect, it } from 'vitest';
import { MINUTE_MS } from '../time/time.ts';
import { attentionOf } from './attention.ts';
import type { ChannelQuality, Quality } from './quality.ts';

const NOW = Date.parse('2026-11-22T09:00:00Z');

function sensor(index: number, state: ChannelQuality['state']): ChannelQuality {
  return {
    index,
    state,
    name: '온도',
    type: 'TEMPERATURE',
    areaName: '1동',
    intervalMs: MINUTE_MS,
    since: null,
    readAt: NOW,
    coverage: 1,
    findings: [],
  };
}

function inspection(id: string, sensorIndex: number | null): Quality['inspections'][number] {
  return {
    id,
    sensorIndex,
    deviceIndex: null,
    kind: 'other',
    farmIndex: 3,
    farmName: '한라 농장',
    target: null,
    title: id,
    state: 'received',
    dueOn: null,
    assignee: null,
    assigneeName: null,
    createdAt: new Date(NOW).toISOString(),
  };
}

const sensors = [
  sensor(1, 'silent'),
  sensor(2, 'wrong'),
  sensor(3, 'fine'),
  sensor(4, 'waiting'),
  sensor(5, 'excluded'),
];

function told(more: Partial<Quality> = {}): Quality {
  const nothing = { kinds: [], channels: [], exclusions: [], refusals: [], unknown: [], inspections: [], control: [] };
  return { at: NOW, keptSince: 0, ...nothing, ...more };
}

it('what needs a hand counts the sensors to look at, and only these until the server was asked', () => {
  expect(attentionOf(sensors, undefined).count).toBe(2);
  expect(attentionOf(sensors, told()).troubled.map(({ index }) => index)).toEqual([1, 2]);
  expect(attentionOf([sensor(3, 'fine')], told()).count).toBe(0);
});

it('an inspection of a sensor that needs a hand is the same matter, any other is one more', () => {
  const inspections = [inspection('of 1', 1), inspection('of 3', 3), inspection('of the farm', null)];
  const found = attentionOf(sensors, told({ inspections }));
  expect(found.inspections.map(({ id }) => id)).toEqual(['of 3', 'of the farm']);
  expect(found.count).toBe(4);
});

it('equipment and rules count, too', () => {
  const control = [{ text: '1동 관수 밸브: 멈췄습니다.', since: NOW, rule: null }];
  expect(attentionOf([sensor(3, 'fine')], told({ control })).count).toBe(1);
});

it('what devices send and is not taken counts, too', () => {
  const of = { deviceIndex: 9, deviceName: '제어반' };
  const at = new Date(NOW).toISOString();
  const unknown = [{ ...of, code: 'humi', value: 63, at, receivedAt: at, count: 2, spanMs: MINUTE_MS }];
  expect(attentionOf(sensors, told({ unknown })).count).toBe(3);
});
