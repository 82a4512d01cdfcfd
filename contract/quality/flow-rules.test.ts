import { describe, expect, it } from 'vitest';
import type { Point } from '../series/points.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '../time/time.ts';
import { leaksOf, missingFlowOf, suspectedFlow } from './flow-rules.ts';

const DAY = startOfSeoulDate('2026-11-20');
const clock = (text: string) => DAY + Number(text.slice(0, 2)) * HOUR_MS + Number(text.slice(3)) * MINUTE_MS;

/** Readings by the minute from 09:00 to 11:00: `value` within the spans, 0 otherwise, none within the silences. */
function told(value: number, within: readonly [string, string][], silences: readonly [string, string][] = []) {
  const isIn = (at: number, spans: readonly [string, string][]) =>
    spans.some(([from, to]) => at >= clock(from) && at < clock(to));
  const points: Point[] = [];
  for (let at = clock('09:00'); at < clock('11:00'); at += MINUTE_MS) {
    const one = isIn(at, within) ? value : 0;
    if (!isIn(at, silences)) points.push([at, one, one, one]);
  }
  return { points, stepMs: MINUTE_MS };
}

const valve = (...open: [string, string][]) => told(100, open);
const flow = (...runs: [string, string][]) => told(40, runs);

describe('a leak', () => {
  it('is water that runs while every valve is shut, from a minute after the last was', () => {
    const meter = flow(['09:10', '10:00']);
    expect(leaksOf(meter, [valve(['09:10', '09:30']), valve()])).toEqual([
      { from: clock('09:31'), to: clock('10:00') },
    ]);
  });

  it('is none while any valve of the farm is open', () => {
    expect(leaksOf(flow(['09:10', '10:00']), [valve(), valve(['09:10', '10:00'])])).toEqual([]);
  });

  it('is none before five minutes of it, which is what pipes run out in', () => {
    expect(leaksOf(flow(['09:10', '09:35']), [valve(['09:10', '09:30'])])).toEqual([]);
    expect(leaksOf(flow(['09:10', '09:36']), [valve(['09:10', '09:30'])])).toHaveLength(1);
  });

  it('is none where a valve is silent or there is no valve: it may be open', () => {
    const silent = told(100, [], [['09:00', '11:00']]);
    expect(leaksOf(flow(['09:10', '10:00']), [valve(), silent])).toEqual([]);
    expect(leaksOf(flow(['09:10', '10:00']), [])).toEqual([]);
    const hushed = told(100, [], [['09:20', '10:00']]);
    expect(leaksOf(flow(['09:10', '10:00']), [hushed])).toEqual([{ from: clock('09:10'), to: clock('09:22') }]);
  });
});

describe('missing flow', () => {
  it('is none with a valve open for 60 s, and not before', () => {
    expect(missingFlowOf(flow(), [valve(['09:10', '09:11'])])).toEqual([]);
    expect(missingFlowOf(flow(), [valve(['09:10', '09:12'])])).toEqual([{ from: clock('09:11'), to: clock('09:12') }]);
  });

  it('goes on until the valve is shut or water runs', () => {
    expect(missingFlowOf(flow(['09:20', '09:30']), [valve(['09:10', '09:30'])])).toEqual([
      { from: clock('09:11'), to: clock('09:20') },
    ]);
  });

  it('is none where water runs with the valve, or stops a reading before it is heard to be shut', () => {
    expect(missingFlowOf(flow(['09:10', '09:29']), [valve(['09:10', '09:30'])])).toEqual([]);
  });

  it('is none where the meter is silent', () => {
    const silent = told(40, [], [['09:05', '09:40']]);
    expect(missingFlowOf(silent, [valve(['09:10', '09:30'])])).toEqual([]);
  });
});

it('suspicion falls on the buckets where either may hide, and on no others', () => {
  const width = 10 * MINUTE_MS;
  const bucket = (at: string, min: number, max: number): Point => [clock(at), min, min, max];
  const open = [bucket('09:00', 0, 0), bucket('09:10', 100, 100), bucket('09:20', 0, 100), bucket('09:30', 0, 0)];
  const calm = [bucket('09:00', 0, 0), bucket('09:10', 40, 40), bucket('09:30', 0, 0)];
  expect(suspectedFlow(calm, [open], width)).toEqual([]);
  const dry = [bucket('09:00', 0, 0), bucket('09:10', 0, 0), bucket('09:30', 0, 0)];
  expect(suspectedFlow(dry, [open], width)).toEqual([{ from: clock('09:00'), to: clock('09:30') }]);
  const leaking = [bucket('09:10', 40, 40), bucket('09:30', 40, 40)];
  expect(suspectedFlow(leaking, [open], width)).toEqual([{ from: clock('09:20'), to: clock('09:50') }]);
});
