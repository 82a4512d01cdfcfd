import { describe, expect, it } from 'vitest';
import type { ChannelQuality } from '../quality/quality.ts';
import { inspectionKinds } from './data-inspection.ts';
import { tidyChecks } from './inspection.ts';
import { inspectionStates } from './inspection-names.ts';
import { byUrgency, isOverdue, needsReason, nextStates } from './inspection-steps.ts';
import { correctionFor, evidenceOf, isLargeDifference, proposalsOf, referenceProblem } from './proposal.ts';

describe('the steps of an inspection', () => {
  it('lead from taken in over being worked on to done, over a hold and back, and nowhere else', () => {
    expect(Object.fromEntries(inspectionStates.map((from) => [from, nextStates(from)]))).toEqual({
      received: ['inProgress', 'onHold'],
      inProgress: ['done', 'onHold'],
      onHold: ['inProgress'],
      done: ['inProgress'],
    });
  });

  it('say why where somebody waits, and where what was done is opened again', () => {
    const asked = inspectionStates.flatMap((from) =>
      nextStates(from).flatMap((to) => (needsReason(from, to) ? [`${from} ${to}`] : [])),
    );
    expect(asked).toEqual(['received onHold', 'inProgress onHold', 'done inProgress']);
  });
});

describe('a day by which it is due', () => {
  it('is missed from the day after it on, until it is done', () => {
    const due = { state: 'onHold', dueOn: '2026-11-21' } as const;
    expect(isOverdue(due, '2026-11-21')).toBe(false);
    expect(isOverdue(due, '2026-11-22')).toBe(true);
    expect(isOverdue({ ...due, state: 'done' }, '2026-11-22')).toBe(false);
    expect(isOverdue({ ...due, dueOn: null }, '2026-11-22')).toBe(false);
  });

  it('orders what is open, those without a day last, older ones first', () => {
    const one = (dueOn: string | null, createdAt: string) => ({ state: 'received' as const, dueOn, createdAt });
    const [late, soon, old, young] = [one('2026-11-01', '3'), one('2026-12-01', '1'), one(null, '1'), one(null, '2')];
    expect([young, soon, old, late].sort(byUrgency)).toEqual([late, soon, old, young]);
  });
});

describe('a checklist', () => {
  it('has points for every kind of equipment, none twice', () => {
    for (const { points } of Object.values(inspectionKinds)) {
      expect(points.length).toBeGreaterThanOrEqual(5);
      expect(new Set(points).size).toBe(points.length);
    }
  });

  it('is the same whatever was answered first, without what nothing is said about', () => {
    const fine = { answer: 'fine' as const, remark: '' };
    const told = { clean: fine, power: fine, wiring: { answer: null, remark: '' }, fuel: fine };
    expect(Object.keys(tidyChecks(told, 'airSensor'))).toEqual(['power', 'clean']);
  });
});

const sensor = (index: number, state: ChannelQuality['state']): ChannelQuality => ({
  index,
  name: '내부 온도',
  type: 'TEMPERATURE',
  areaName: '1동',
  intervalMs: 60_000,
  state,
  since: 1_000,
  readAt: 2_000,
  coverage: 0.5,
  findings: [{ rule: 'flat', from: 1_000, to: null }],
});

describe('a proposal', () => {
  it('is made of every sensor that needs a hand, until an inspection of it stands open', () => {
    const sensors = [sensor(1, 'silent'), sensor(2, 'fine'), sensor(3, 'stuck'), sensor(4, 'leaking')];
    const open = [
      { sensorIndex: 3, state: 'onHold' },
      { sensorIndex: 4, state: 'done' },
      { sensorIndex: null, state: 'received' },
    ] as const;
    expect(proposalsOf(sensors, open).map(({ index }) => index)).toEqual([1, 4]);
  });

  it('brings what tells against the sensor: the rule, since when, and its last figures', () => {
    const newest = { value: 12.5, unit: '℃' };
    expect(evidenceOf(sensor(1, 'stuck'), newest)).toEqual({
      state: 'stuck',
      rule: 'flat',
      since: 1_000,
      readAt: '1970-01-01T00:00:02.000Z',
      value: 12.5,
      unit: '℃',
      intervalMs: 60_000,
      coverage: 0.5,
    });
    expect(evidenceOf(sensor(1, 'silent'), newest)).toMatchObject({ state: 'silent', rule: null });
  });
});

it('a correction takes the one that is there along, without binary dust', () => {
  expect(correctionFor({ correction: 0, referenceValue: 12.1, shownValue: 12.5 })).toBe(-0.4);
  expect(correctionFor({ correction: -0.4, referenceValue: 12.1, shownValue: 11.8 })).toBe(-0.1);
});

it('what no instrument can have measured is named with what can be, and a difference beyond drift is noticed', () => {
  expect(referenceProblem('SOIL_TEMPERATURE', -45.8)).toContain('-10~50 ℃');
  expect(referenceProblem('SOIL_TEMPERATURE', 50)).toBeUndefined();
  expect(isLargeDifference('SOIL_TEMPERATURE', 13.8, 14.2)).toBe(false);
  expect(isLargeDifference('SOIL_TEMPERATURE', 13.8, 20)).toBe(true);
});
