import { describe, expect, it } from 'vitest';
import type { AreaValues, SensorValue } from '../monitor/monitor.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '../time/time.ts';
import type { ChannelQuality, Quality } from './quality.ts';
import { needsHand, sensorsNow } from './sensor-state.ts';

const NOW = startOfSeoulDate('2026-11-21') + 14 * HOUR_MS;

/** A thermometer that reports by the minute and was last heard `agoMs` ago; null: never. */
function value(agoMs: number | null, more: Partial<SensorValue> = {}): SensorValue {
  return {
    index: 1,
    sensorName: '온도',
    type: 'TEMPERATURE',
    areaName: '1동',
    unit: '℃',
    intervalMs: MINUTE_MS,
    value: agoMs === null ? null : 14.2,
    date: agoMs === null ? null : new Date(NOW - agoMs).toISOString(),
    isFlagged: false,
    hourChange: null,
    today: null,
    lastNight: null,
    ...more,
  };
}

/** The server's answer of five minutes ago. */
function told(more: Partial<ChannelQuality> = {}): Quality {
  const channel: ChannelQuality = {
    index: 1,
    name: '온도',
    type: 'TEMPERATURE',
    areaName: '1동',
    intervalMs: MINUTE_MS,
    state: 'fine',
    since: null,
    readAt: NOW - 5 * MINUTE_MS,
    coverage: 1,
    findings: [],
    ...more,
  };
  return {
    at: NOW - 5 * MINUTE_MS,
    keptSince: 0,
    kinds: [],
    channels: [channel],
    exclusions: [],
    refusals: [],
    unknown: [],
    inspections: [],
    control: [],
  };
}

function stateOf(sensor: SensorValue, quality?: Quality) {
  const areas: AreaValues = [{ areaName: '1동', sensorValues: [sensor] }];
  const [first] = sensorsNow(areas, quality, NOW);
  return first && { state: first.state, since: first.since };
}

describe('a sensor now', () => {
  it('is silent by the clock, whatever the server said while it was heard', () => {
    expect(stateOf(value(3 * MINUTE_MS))).toEqual({ state: 'fine', since: null });
    expect(stateOf(value(3 * MINUTE_MS + 1))).toEqual({ state: 'silent', since: NOW - 3 * MINUTE_MS - 1 });
    expect(stateOf(value(6 * MINUTE_MS), told())).toEqual({ state: 'silent', since: NOW - 5 * MINUTE_MS });
  });

  it('is no longer silent once a value came in, though the server has not been asked again', () => {
    const silent = told({ state: 'silent', since: NOW - HOUR_MS, readAt: NOW - HOUR_MS });
    expect(stateOf(value(0), silent)).toEqual({ state: 'fine', since: null });
  });

  it('awaits its first value, and speaks with it', () => {
    const waiting = told({ state: 'waiting', readAt: null });
    expect(stateOf(value(null), waiting)).toEqual({ state: 'waiting', since: null });
    expect(stateOf(value(0), waiting)).toEqual({ state: 'fine', since: null });
  });

  it('is what the server found in its readings, as long as it is heard', () => {
    const since = NOW - 3 * HOUR_MS;
    const stuck = told({ state: 'stuck', since, findings: [{ rule: 'flat', from: since, to: null }] });
    expect(stateOf(value(0), stuck)).toEqual({ state: 'stuck', since });
    expect(stateOf(value(HOUR_MS), stuck)).toMatchObject({ state: 'silent' });
  });

  it('is wrong when its newest value cannot be, and left out when somebody said so', () => {
    expect(stateOf(value(0, { isFlagged: true }))).toEqual({ state: 'wrong', since: NOW });
    const excluded = told({ state: 'excluded', since: 7 });
    expect(stateOf(value(0, { isFlagged: true }), excluded)).toEqual({ state: 'excluded', since: 7 });
  });

  it('is no equipment', () => {
    expect(stateOf(value(HOUR_MS, { type: 'HEATER' }))).toBeUndefined();
  });
});

it('a sensor that waits, is left out or is fine needs no hand', () => {
  const states = ['fine', 'waiting', 'excluded', 'silent', 'stuck', 'jumping', 'wrong'] as const;
  expect(states.filter(needsHand)).toEqual(['silent', 'stuck', 'jumping', 'wrong']);
});
