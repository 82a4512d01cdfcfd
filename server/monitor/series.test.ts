import { describe, expect, it } from 'vitest';
import { series } from '#contract/monitor/monitor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { findChannels } from './queries.ts';
import { findRecord } from './series.ts';

const BEGIN = Date.UTC(2026, 0, 10) - SEOUL_OFFSET_MS;

/** Values of every kind a sensor sends: whole, negative, tiny, and with as many digits as a double has. */
const VALUES = [18, -0.5, -19.9999, 0, 21.4, 0.000012, 12.3456789012345, 59.95, -7.25];

/** A sensor registered with an interval of a minute, and a second one that never sent anything. */
async function aRecord(values: readonly number[], everyMs = 20 * MINUTE_MS) {
  const store = await aStore();
  const { known, channels } = await aDevice(store, await aFarm(store));
  const gate = aGate(store, { now: () => BEGIN + DAY_MS });
  const readings = values.map((value, i) => ({ sensor: 'temperature', at: BEGIN + i * everyMs, value }));
  // Sent in reverse: the points must be sorted by time, not by arrival.
  await gate.accept(known, [...readings].reverse());
  const asked = ['temperature', 'humidity'].map((code) => channels.get(code) ?? 0);
  const ask = async (rangeMs: number) => {
    const found = await findChannels(store, asked);
    const answer = await findRecord(store, found, { begin: BEGIN, end: BEGIN + rangeMs });
    const read = answer.series.map(({ head, points }) =>
      series.parse({ ...head, points: JSON.parse(new TextDecoder().decode(points)) }),
    );
    return {
      resolution: answer.resolution,
      steps: read.map(({ stepMs }) => stepMs),
      graphs: read.map((s) => s.points),
    };
  };
  return { readings, ask };
}

describe('a record', () => {
  it('gives raw readings back figure by figure, in the order of time', async () => {
    const { readings, ask } = await aRecord(VALUES);
    expect(await ask(3 * HOUR_MS)).toEqual({
      resolution: 'raw',
      steps: [MINUTE_MS, MINUTE_MS],
      graphs: [readings.map(({ at, value }) => [at, value, value, value]), []],
    });
  });

  it('gives buckets with the extremes and the mean of their readings', async () => {
    const { readings, ask } = await aRecord(VALUES);
    const hours = [0, 1, 2].map((hour) => {
      const inside = readings.slice(3 * hour, 3 * hour + 3).map(({ value }) => value);
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
      return [BEGIN + hour * HOUR_MS, Math.min(...inside), Math.round(mean * 100) / 100, Math.max(...inside)];
    });
    expect(await ask(20 * DAY_MS)).toEqual({ resolution: '1h', steps: [HOUR_MS, HOUR_MS], graphs: [hours, []] });
  });

  it('never rounds a mean out of its extremes', async () => {
    const { ask } = await aRecord([21.348, 21.348, 21.348]);
    expect((await ask(20 * DAY_MS)).graphs[0]).toEqual([[BEGIN, 21.348, 21.348, 21.348]]);
  });

  it('is empty where nothing was measured', async () => {
    const { ask } = await aRecord([]);
    expect(await ask(3 * HOUR_MS)).toMatchObject({ resolution: 'raw', graphs: [[], []] });
    expect(await ask(20 * DAY_MS)).toMatchObject({ resolution: '1h', graphs: [[], []] });
  });

  it('stays raw up to twice as many readings as declared, and falls to buckets beyond', async () => {
    const values = Array.from({ length: 3_001 }, (_, i) => i % 50);
    const { ask } = await aRecord(values, SECOND_MS);
    const all = await ask(3_000 * SECOND_MS);
    expect([all.resolution, all.graphs[0]?.length]).toEqual(['raw', 3_000]);
    const crowded = await ask(3_001 * SECOND_MS);
    expect([crowded.resolution, crowded.steps]).toEqual(['10m', [10 * MINUTE_MS, 10 * MINUTE_MS]]);
    expect(crowded.graphs[0]?.map(([at]) => (at - BEGIN) / MINUTE_MS)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(crowded.graphs[0]?.[0]).toEqual([BEGIN, 0, 24.5, 49]);
  });
});
