import { describe, expect, it } from 'vitest';
import type { AirTarget, Climate } from '#contract/monitor/climate.ts';
import { lastNight, nightsBetween } from '#contract/time/sun.ts';
import { bucketStart, DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { type DemoFarm, demoFarms } from '../demo/farms.ts';
import { simulateFarm, startFarm } from '../demo/simulate.ts';
import { createDevice } from '../device/commands.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import { setHeat } from '../heat/commands.ts';
import { addExclusion } from '../quality/commands.ts';
import { createExclusionCache } from '../quality/exclusion-cache.ts';
import { findClimate } from './queries.ts';

const NIGHTS = 60;
const STEP = 10 * MINUTE_MS;
const END = startOfSeoulDate('2026-02-20') + 9 * HOUR_MS;
const BEGIN = END - (NIGHTS + 2) * DAY_MS;
const morning = (ago: number) => END - ago * DAY_MS;

/** Faults of the first thermometer of a farm, by nights ago: silence, a stuck value, excluded values. */
const silent = { from: morning(11) - 6 * HOUR_MS, to: morning(11) - 3 * HOUR_MS };
const gone = { from: morning(12) - 20 * HOUR_MS, to: morning(12) };
const still = { from: morning(20) - 22 * HOUR_MS, to: morning(20) - 4 * HOUR_MS };
const excluded = { from: morning(30) - 8 * HOUR_MS, to: morning(30) - 2 * HOUR_MS };
/** One wrong reading at two in the night, and two wrong ones in a row. */
const lone = morning(40) - 7 * HOUR_MS;
const pair = { from: morning(42) - 7 * HOUR_MS, to: morning(42) - 7 * HOUR_MS + 2 * STEP };
const isIn = ({ from, to }: { from: number; to: number }, at: number) => at >= from && at < to;

type Thermometer = { id: number; areaName: string };

/** A demonstration farm with the readings of its thermometers every ten minutes, one of them with faults. */
async function aDemonstrationFarm(
  store: Store,
  farm: DemoFarm,
): Promise<{ farmId: number; thermometers: Thermometer[] }> {
  const farmId = await aFarm(store);
  await store.db.transaction().execute((trx) => setHeat(trx, farmId, farm.heat));
  const own = farm.houses.flatMap(({ channels }) => channels).filter(({ type }) => type === 'TEMPERATURE');
  const channels = own.map((channel) => ({ ...channel, intervalMs: STEP }));
  const made = await createDevice(store, { farmId, code: 'gw1', name: '중계기', channels }, 0);
  const known = await createDeviceCache(store).byKey(made.key);
  if (!known) throw new Error('the device just made is not found');
  const thermometers = own.map(({ code, areaName }) => ({ id: made.channels.get(code) ?? 0, areaName }));
  const first = { channelIndex: thermometers[0]?.id ?? 0, ...excluded, reason: '청소' };
  await store.db.transaction().execute((trx) => addExclusion(trx, farmId, first, { userId: 1, at: 0 }));
  const gate = aGate(store, { now: () => END, findExcluded: createExclusionCache(store) });
  const start = startFarm(farm, BEGIN, { outagesUntil: END, silentFrom: END });
  const { series } = simulateFarm(farm, start, { to: END - MINUTE_MS, fineFrom: END, heat: farm.heat });
  for (const [index, { code }] of own.entries()) {
    const told = series.find((one) => one.code === code);
    const readings: { sensor: string; at: number; value: number }[] = [];
    let stood: number | undefined;
    told?.at.forEach((at, step) => {
      let value = told.value[step] ?? 0;
      if (at < BEGIN || at % STEP !== 0) return;
      if (index === 0 && (isIn(silent, at) || isIn(gone, at))) return;
      if (index === 0 && isIn(still, at)) value = stood ??= -4;
      if (index === 0 && isIn(excluded, at)) value -= 10;
      if (index === 0 && at === lone) value = -15;
      if (index === 0 && isIn(pair, at)) value = at === pair.from ? -12 : -9;
      readings.push({ sensor: code, at, value });
    });
    await gate.accept(known, readings);
  }
  return { farmId, thermometers };
}

type Raw = { at: number; value: number };
type Brute = { value: number; at: number; belowMs: number; degreeHours: number };

/** The good readings of a thermometer, straight from the table. */
const rawOf = ({ db }: Store, channelId: number): Promise<Raw[]> =>
  db
    .selectFrom('reading')
    .select(['at', 'value'])
    .where('channel_id', '=', channelId)
    .where('flag', '=', 0)
    .orderBy('at')
    .execute();

/** Drops stretches in which the value did not change during two hours of daylight or more. */
function moving(raw: readonly Raw[]): Raw[] {
  const nights = nightsBetween(raw[0]?.at ?? 0, (raw.at(-1)?.at ?? 0) + STEP);
  const lightOf = ({ at }: Raw) =>
    nights.some(({ from, to }) => bucketStart(at, STEP) < to && bucketStart(at, STEP) + STEP > from) ? 0 : STEP;
  const kept: Raw[] = [];
  for (let at = 0; at < raw.length; ) {
    const run = [raw[at]].filter((one) => one !== undefined);
    while (true) {
      const [last, next] = [run.at(-1), raw[at + run.length]];
      if (!last || !next || next.value !== last.value || next.at - last.at > 3 * STEP) break;
      run.push(next);
    }
    const light = run.reduce((sum, one) => sum + lightOf(one), 0);
    if (light < 2 * HOUR_MS) kept.push(...run);
    at += run.length;
  }
  return kept;
}

/**
 * Drops one, two or three readings in a row that lie more than 5 ℃ below (or above) both neighbours, unless another
 * thermometer of the house followed at least half of the way.
 */
function backed(raw: readonly Raw[], others: readonly (readonly Raw[])[]): Raw[] {
  const left = new Set<number>();
  for (const sign of [1, -1]) {
    for (const [index, first] of raw.entries()) {
      for (const length of [1, 2, 3]) {
        const run = raw.slice(index, index + length);
        const [before, after] = [raw[index - 1], raw[index + length]];
        const near = [before, ...run, after].flatMap((one) => one ?? []);
        if (!before || !after || near.some(({ at }, place) => at - (near[place - 1]?.at ?? at) > STEP)) continue;
        const edge = Math.min(sign * before.value, sign * after.value);
        const depth = Math.min(...run.map(({ value }) => sign * value));
        const isAway = run.every(({ value }) => edge - sign * value > 5);
        const isShared = others.some((other) =>
          other.some(
            ({ at, value }) =>
              at >= first.at - STEP && at <= first.at + length * STEP && sign * value <= (edge + depth) / 2,
          ),
        );
        if (isAway && !isShared) for (const { at } of run) left.add(at);
      }
    }
  }
  return raw.filter(({ at }) => !left.has(at));
}

/** Readings of a night during which the thermometer was not stuck. */
const movedIn = (raw: readonly Raw[], { from, to }: { from: number; to: number }): Raw[] =>
  moving(raw.filter(({ at }) => at >= from - DAY_MS && at < to)).filter(({ at }) => at >= from);

function brute(seen: readonly Raw[], to: number, targets: readonly AirTarget[]): Brute | null {
  let found: Brute | null = null;
  for (const [index, { at, value }] of seen.entries()) {
    const until = Math.min(seen[index + 1]?.at ?? at + STEP, to);
    const held = until - at > 3 * STEP ? STEP : until - at;
    const lowC = targets.find((one) => one.from <= at && at < one.to)?.lowC ?? null;
    const below = lowC === null ? 0 : Math.max(0, lowC - value);
    found ??= { value, at, belowMs: 0, degreeHours: 0 };
    if (value < found.value) found = { ...found, value, at };
    if (below > 0) found.belowMs += held;
    found.degreeHours += (below * held) / HOUR_MS;
  }
  return found;
}

function expectNight(thermometers: readonly (Thermometer & { raw: readonly Raw[] })[], told: Climate, now: number) {
  for (const { areaName, targets, lastNight: said } of told.houses) {
    const nights: Brute[] = [];
    const night = lastNight(now);
    const moved = thermometers.filter((one) => one.areaName === areaName).map(({ raw }) => movedIn(raw, night));
    for (const one of moved) {
      const others = moved.filter((other) => other !== one);
      const found = brute(backed(one, others), night.to, targets);
      if (found) nights.push(found);
    }
    const worst = nights.sort((a, b) => a.value - b.value)[0];
    expect(said?.min, `${areaName} ${new Date(now).toISOString()}`).toEqual(
      worst && { value: worst.value, at: worst.at },
    );
    expect(said?.belowMs).toBe(worst?.belowMs);
    expect(said?.degreeHours ?? 0).toBeCloseTo(worst?.degreeHours ?? 0, 1);
    expect(said?.counted).toBe(worst && nights.length);
  }
}

describe.each(demoFarms)('of $farmName', (farm) => {
  it('60 of 60 nights agree with the raw readings, silences, stuck sensors, wrong and left out values among them', async () => {
    const store = await aStore();
    const { farmId, thermometers } = await aDemonstrationFarm(store, farm);
    const read = await Promise.all(thermometers.map(async (one) => ({ ...one, raw: await rawOf(store, one.id) })));
    const missed: number[] = [];
    for (let ago = 0; ago < NIGHTS; ago += 1) {
      const told = await findClimate(store, farmId, morning(ago));
      if (!told) throw new Error('the farm is not there');
      expectNight(read, told, morning(ago));
      const first = told.houses.find(({ areaName }) => areaName === thermometers[0]?.areaName)?.lastNight;
      if (first === null) missed.push(ago);
    }
    // The night in which its only thermometer was silent throughout.
    expect(missed).toContain(12);
    expect(missed).not.toContain(30);
  });
});
