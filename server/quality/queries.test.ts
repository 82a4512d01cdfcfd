import { describe, expect, it } from 'vitest';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { addExclusion, endExclusion } from './commands.ts';
import { findExclusion, findQuality, listExcluded } from './queries.ts';

// Afternoon, in daylight since about 07:10.
const NOW = startOfSeoulDate('2026-11-21') + 14 * HOUR_MS;
const HOURS = 30;

/** A farm whose sensors sent the given values each minute for thirty hours. */
async function aFarmWith(told: Partial<Record<ChannelTypeName, (at: number) => number | null>>) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const types = Object.keys(told) as ChannelTypeName[];
  const { known, channels } = await aDevice(store, farmId, types);
  const gate = aGate(store, { now: () => NOW });
  for (const [type, valueAt] of Object.entries(told)) {
    const readings: { sensor: string; at: number; value: number }[] = [];
    for (let at = NOW - HOURS * HOUR_MS; at <= NOW; at += MINUTE_MS) {
      const value = valueAt(at);
      if (value !== null) readings.push({ sensor: type.toLowerCase(), at, value });
    }
    await gate.accept(known, readings);
  }
  const judge = (now = NOW) => findQuality(store, farmId, { now, keptSince: 0 });
  const one = async (now?: number) => (await judge(now)).channels[0];
  return { store, farmId, channels, judge, one };
}

/** The value of a working sensor: it never stays the same for long. */
const living = (at: number) => Math.round(140 + 30 * Math.sin(at / HOUR_MS) + ((at / MINUTE_MS) % 3)) / 10;

describe('how a sensor is', () => {
  it('is fine when nothing speaks against it', async () => {
    const { judge, channels } = await aFarmWith({ TEMPERATURE: living });
    const { channels: judged, kinds, exclusions } = await judge();
    expect(judged).toMatchObject([
      { index: channels.get('temperature'), state: 'fine', since: null, readAt: NOW, coverage: 1, findings: [] },
    ]);
    expect(kinds).toEqual([{ type: 'TEMPERATURE', fine: 1, total: 1 }]);
    expect(exclusions).toEqual([]);
  });

  it('is silent after three intervals, since it was last heard', async () => {
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at <= NOW - 3 * MINUTE_MS ? living(at) : null) });
    expect(await one()).toMatchObject({ state: 'fine' });
    expect(await one(NOW + 1)).toMatchObject({ state: 'silent', since: NOW - 3 * MINUTE_MS });
  });

  it('awaits its first value while it never spoke, and is missing from no count', async () => {
    const { judge } = await aFarmWith({ TEMPERATURE: () => null });
    const { channels, kinds } = await judge();
    expect(channels).toMatchObject([{ state: 'waiting', since: null, readAt: null, coverage: 0 }]);
    expect(kinds).toEqual([]);
  });

  it('is stuck since it began to say the same', async () => {
    const since = NOW - 3 * HOUR_MS;
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at < since ? living(at) : 14.4) });
    expect(await one()).toMatchObject({ state: 'stuck', since, findings: [{ rule: 'flat', from: since, to: null }] });
  });

  it('was stuck until it fell silent', async () => {
    const [from, to] = [NOW - 5 * HOUR_MS, NOW - 2 * HOUR_MS];
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at < from ? living(at) : at < to ? 14.4 : null) });
    expect(await one()).toMatchObject({ state: 'silent', findings: [{ rule: 'flat', from, to }] });
  });

  it('is fine again after it was stuck; that it was is kept', async () => {
    const [from, to] = [NOW - 5 * HOUR_MS, NOW - 2 * HOUR_MS];
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at >= from && at < to ? 14.4 : living(at)) });
    expect(await one()).toMatchObject({ state: 'fine', since: null, findings: [{ rule: 'flat', from, to }] });
  });

  it('is stuck to the minute, whatever the buckets', async () => {
    const [from, to] = [NOW - 5 * HOUR_MS - 7 * MINUTE_MS, NOW - 2 * HOUR_MS + 4 * MINUTE_MS];
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at >= from && at < to ? 25 : living(at)) });
    const rules = ['jump', 'flat', 'jump'];
    const { findings = [] } = (await one()) ?? {};
    expect(findings.map(({ rule }) => rule).sort()).toEqual(rules.sort());
    expect(findings.find(({ rule }) => rule === 'flat')).toEqual({ rule: 'flat', from, to });
  });

  it('is jumping for a day after it jumped', async () => {
    const at = NOW - 4 * HOUR_MS - 3 * MINUTE_MS;
    const { one } = await aFarmWith({ TEMPERATURE: (now) => living(now) + (now === at ? 9 : 0) });
    expect(await one()).toMatchObject({ state: 'jumping', since: at, findings: [{ rule: 'jump', from: at }] });
    const before = NOW - 25 * HOUR_MS;
    const other = await aFarmWith({ TEMPERATURE: (now) => living(now) + (now === before ? 9 : 0) });
    expect(await other.one()).toMatchObject({ state: 'fine', findings: [{ rule: 'jump', from: before }] });
  });

  it('is not told from wet soil while water runs', async () => {
    const soaked = NOW - 2 * HOUR_MS;
    const moisture = (at: number) => (at < soaked ? 28 : 45) + ((at / MINUTE_MS) % 3) / 10;
    const alone = await aFarmWith({ SOIL_MOISTURE: moisture });
    expect(await alone.one()).toMatchObject({ state: 'jumping', since: soaked });
    const watered = await aFarmWith({
      SOIL_MOISTURE: moisture,
      FLOW_RATE: (at) => (at > soaked - 20 * MINUTE_MS && at < soaked ? 40 : 0),
    });
    expect(await watered.one()).toMatchObject({ state: 'fine' });
  });

  it('is wrong when it says what cannot be', async () => {
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at === NOW ? 85 : living(at)) });
    expect(await one()).toMatchObject({ state: 'wrong', since: NOW });
  });

  it('is told with how much of its day is there', async () => {
    const { one } = await aFarmWith({ TEMPERATURE: (at) => (at >= NOW - 6 * HOUR_MS ? null : living(at)) });
    expect(await one()).toMatchObject({ coverage: 0.75 });
  });
});

describe('how a flow meter is', () => {
  const opened = NOW - 3 * HOUR_MS;
  const shut = opened + 20 * MINUTE_MS;
  const isOpen = (at: number) => at >= opened && at < shut;
  const WATER = (at: number) => (isOpen(at) ? 100 : 0);
  const meterOf = async (told: Parameters<typeof aFarmWith>[0]) =>
    (await (await aFarmWith(told)).judge()).channels.find(({ type }) => type === 'FLOW_RATE');

  it('is fine when water runs with its valve and not without', async () => {
    expect(await meterOf({ WATER, FLOW_RATE: (at) => (isOpen(at) ? 38 : 0) })).toMatchObject({
      state: 'fine',
      findings: [],
    });
  });

  it('is leaking while water runs though every valve is shut, since a minute after the last was', async () => {
    const from = shut + MINUTE_MS;
    expect(await meterOf({ WATER, FLOW_RATE: (at) => (at >= opened ? 38 : 0) })).toMatchObject({
      state: 'leaking',
      since: from,
      findings: [{ rule: 'leak', from, to: null }],
    });
  });

  it('is fine again after a leak, which is kept', async () => {
    const end = shut + HOUR_MS;
    expect(await meterOf({ WATER, FLOW_RATE: (at) => (at >= opened && at < end ? 38 : 0) })).toMatchObject({
      state: 'fine',
      findings: [{ rule: 'leak', from: shut + MINUTE_MS, to: end }],
    });
  });

  it('is dry for a day after no water ran with a valve open for 60 s', async () => {
    const from = opened + MINUTE_MS;
    expect(await meterOf({ WATER, FLOW_RATE: () => 0 })).toMatchObject({
      state: 'dry',
      since: from,
      findings: [{ rule: 'no-flow', from, to: shut }],
    });
  });

  it('is not accused for a main valve that stays open', async () => {
    expect(await meterOf({ WATER, MWATER: () => 100, FLOW_RATE: (at) => (isOpen(at) ? 38 : 0) })).toMatchObject({
      state: 'fine',
    });
  });
});

describe('an exclusion', () => {
  const by = { userId: 1, at: NOW };

  it('stands above what the readings say, until it is over or lifted', async () => {
    const { store, farmId, channels, judge } = await aFarmWith({ TEMPERATURE: () => 14.4, HUMIDITY: living });
    const channelIndex = channels.get('temperature') ?? 0;
    const fields = { channelIndex, from: NOW - HOUR_MS, to: NOW + HOUR_MS, reason: '물이 튐' };
    const id = await store.db.transaction().execute((trx) => addExclusion(trx, farmId, fields, by));
    const { channels: judged, kinds, exclusions } = await judge();
    expect(judged[0]).toMatchObject({ state: 'excluded', since: fields.from });
    expect(kinds).toEqual([
      { type: 'TEMPERATURE', fine: 0, total: 1 },
      { type: 'HUMIDITY', fine: 1, total: 1 },
    ]);
    expect(exclusions).toMatchObject([{ id, ...fields, notedAt: NOW, lifted: null }]);
    const { from, to, reason } = fields;
    expect(await listExcluded(store, farmId)).toEqual([{ channelIndex, from, to, reason }]);
    await store.db.transaction().execute((trx) => endExclusion(trx, { farmId, id }, by));
    expect(await listExcluded(store, farmId)).toEqual([]);
    expect((await judge()).channels[0]).toMatchObject({ state: 'stuck' });
    expect((await findExclusion(store, id, 0))?.exclusion).toMatchObject({ lifted: { at: NOW }, isLiftable: false });
  });

  it('that is over leaves the sensor to its readings', async () => {
    const { store, farmId, channels, one } = await aFarmWith({ TEMPERATURE: living });
    const channelIndex = channels.get('temperature') ?? 0;
    const fields = { channelIndex, from: NOW - 2 * HOUR_MS, to: NOW, reason: '점검' };
    await store.db.transaction().execute((trx) => addExclusion(trx, farmId, fields, by));
    expect(await one()).toMatchObject({ state: 'fine' });
  });
});
