import { describe, expect, it } from 'vitest';
import { series } from '#contract/monitor.ts';
import { HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS } from '#contract/time.ts';
import { aDevice, aFarm } from '../../tests/support/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { createGate } from '../ingest/accept.ts';
import { findChannels, findSeries } from './queries.ts';

const BEGIN = Date.UTC(2026, 0, 10) - SEOUL_OFFSET_MS;
const END = BEGIN + 3 * HOUR_MS;

/** Values of every kind a sensor sends: whole, negative, tiny, with as many digits as a decimal figure keeps. */
const VALUES = [18, -0.5, -19.9999, 0, 21.4, 0.000012, 12.3456789012345, 59.95, -7.25];

async function aRecord(values: readonly number[]) {
  const store = await aStore();
  const { known, channels } = await aDevice(store, await aFarm(store));
  const gate = createGate(store, { now: () => END, rawRetentionDays: 400, onCommitted: () => {} });
  const readings = values.map((value, i) => ({ sensor: 'temperature', at: BEGIN + i * 20 * MINUTE_MS, value }));
  // Last first: the points must come in the order of time and not in that of arrival.
  await gate.accept(known, [...readings].reverse());
  const [channel] = await findChannels(store, [channels.get('temperature') ?? 0]);
  if (!channel) throw new Error('the channel just created is not found');
  const ask = async (resolution: 'raw' | '1h') => {
    const { head, points } = await findSeries(store, channel, { begin: BEGIN, end: END, resolution });
    return series.parse({ ...head, points: JSON.parse(points) }).points;
  };
  return { readings, ask };
}

describe('a series', () => {
  it('gives raw readings back figure by figure, in the order of time', async () => {
    const { readings, ask } = await aRecord(VALUES);
    expect(await ask('raw')).toEqual(readings.map(({ at, value }) => [at, value, value, value]));
  });

  it('gives buckets with the extremes and the mean of their readings', async () => {
    const { readings, ask } = await aRecord(VALUES);
    const hours = [0, 1, 2].map((hour) => {
      const inside = readings.slice(3 * hour, 3 * hour + 3).map(({ value }) => value);
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
      return [BEGIN + hour * HOUR_MS, Math.min(...inside), Math.round(mean * 1e4) / 1e4, Math.max(...inside)];
    });
    expect(await ask('1h')).toEqual(hours);
  });

  it('is empty where nothing was measured', async () => {
    const { ask } = await aRecord([]);
    expect([await ask('raw'), await ask('1h')]).toEqual([[], []]);
  });
});
