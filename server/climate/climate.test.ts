import { describe, expect, it } from 'vitest';
import { defaultHeatSettings, type HeatSettings } from '#contract/heat/heat.ts';
import { airTargetAt, judgeAir } from '#contract/monitor/climate.ts';
import { sunTimes } from '#contract/time/sun.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { setHeat } from '../heat/commands.ts';
import { findClimate } from './queries.ts';

// The sun set at 17:27 the day before and rose at 07:12.
const DAY = startOfSeoulDate('2026-11-21');
const NOW = DAY + 13 * HOUR_MS;
const clock = (text: string) => DAY + Number(text.slice(0, 2)) * HOUR_MS + Number(text.slice(3)) * MINUTE_MS;

/** A farm with 한라봉 in a house whose thermometer sent `valueAt` each minute since yesterday noon. */
async function aFarmWith(
  valueAt: (at: number) => number | null,
  { heat, isPlanted = true }: { heat?: Partial<HeatSettings>; isPlanted?: boolean } = {},
) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { known } = await aDevice(store, farmId, ['TEMPERATURE']);
  if (isPlanted) {
    await store.db
      .insertInto('item_code')
      .values({ code: 'CRO901', name: '한라봉', position: 1, deleted_at: null })
      .execute();
    await store.db
      .insertInto('crop')
      .values({
        farm_id: farmId,
        crop_id: 'c1',
        item_code: 'CRO901',
        variety: '',
        house: '1동',
        area_m2: null,
        tree_count: null,
        planted_on: null,
        bud_break_on: '2026-03-20',
        cultivation: 'unheated',
        status: 'growing',
        created_at: 0,
        deleted_at: null,
      })
      .execute();
  }
  if (heat) await store.db.transaction().execute((trx) => setHeat(trx, farmId, { ...defaultHeatSettings, ...heat }));
  const gate = aGate(store, { now: () => NOW });
  const readings: { sensor: string; at: number; value: number }[] = [];
  for (let at = DAY - 12 * HOUR_MS; at <= NOW; at += MINUTE_MS) {
    const value = valueAt(at);
    if (value !== null) readings.push({ sensor: 'temperature', at, value });
  }
  await gate.accept(known, readings);
  const found = await findClimate(store, farmId, NOW);
  if (!found) throw new Error('the farm is not there');
  return found;
}

/** Cold between two times of the night, else mild. */
const dip = (from: string, to: string, cold: number) => (at: number) =>
  at >= clock(from) && at < clock(to) ? cold : 11;

describe('last night', () => {
  it('is told with what was too cold, how cold it was when, and for how long', async () => {
    const { houses } = await aFarmWith((at) => (at === clock('05:20') ? 3.1 : dip('04:10', '06:20', 4)(at)));
    // The trees are 19 days late, so the first third of November applies: lowest 8 ℃.
    expect(houses).toMatchObject([
      {
        areaName: '1동',
        lastNight: { min: { value: 3.1, at: clock('05:20') }, lowC: 8, belowMs: 2 * HOUR_MS + 10 * MINUTE_MS },
      },
    ]);
  });

  it('ends with sunrise', async () => {
    const { houses } = await aFarmWith(dip('07:00', '09:00', 4));
    expect(houses[0]?.lastNight?.belowMs).toBe(sunTimes(NOW).sunrise - clock('07:00'));
    expect(houses[0]?.lastNight?.sunriseAt).toBe(sunTimes(NOW).sunrise);
  });

  it('counts no time in which nothing was heard', async () => {
    const isHeard = (at: number) => at < clock('02:00') || at >= clock('04:00');
    const { houses } = await aFarmWith((at) => (isHeard(at) ? dip('01:30', '04:30', 4)(at) : null));
    expect(houses[0]?.lastNight?.belowMs).toBe(60 * MINUTE_MS);
  });

  it('is against the grower’s own target while heating is on', async () => {
    const heat = { enabled: true, nightTargetC: 12, dayTargetC: 14 };
    const { houses } = await aFarmWith(dip('01:00', '02:00', 5), { heat });
    expect(houses[0]?.lastNight).toMatchObject({ min: { value: 5 }, lowC: 12 });
  });

  it('is no matter of targets where there are none', async () => {
    const found = await aFarmWith(dip('01:00', '02:00', 1), { isPlanted: false });
    expect(found).toMatchObject({ crops: [], houses: [{ lastNight: { min: { value: 1 }, lowC: null, belowMs: 0 } }] });
  });
});

describe('what stands behind it', () => {
  it('is how many degree hours were missing, and on how many thermometers that rests', async () => {
    const { houses } = await aFarmWith(dip('04:00', '06:00', 5));
    // Two hours at 5 ℃ with a target of 8 ℃.
    expect(houses[0]?.lastNight).toMatchObject({ degreeHours: 6, sensors: 1, counted: 1, heaterMs: null, hint: null });
  });

  it('is no value that was away and back again within minutes', async () => {
    const { houses } = await aFarmWith((at) => (at === clock('03:00') ? -15 : 11));
    expect(houses[0]?.lastNight).toMatchObject({ min: { value: 11 }, belowMs: 0, counted: 1 });
  });

  it('is nothing that a thermometer told while it stood still since the day before', async () => {
    const { houses } = await aFarmWith(() => -4);
    expect(houses[0]?.lastNight).toBeNull();
  });

  it('is advice that a source backs', async () => {
    const { houses } = await aFarmWith((at) => (at >= clock('05:00') && at < clock('06:00') ? -1 : 11 + (at % 7) / 10));
    expect(houses[0]?.lastNight).toMatchObject({ min: { value: -1 }, hint: 'frost' });
  });
});

describe('the day', () => {
  it('is told by its highest, its hottest hour, how long and how far it was too hot', async () => {
    const { houses } = await aFarmWith((at) => (at >= clock('11:00') && at < clock('12:00') ? 30 : 15 + (at % 7) / 10));
    // The target by day is 22 ℃: an hour at 8 ℃ above it.
    expect(houses[0]?.lastDay).toMatchObject({
      max: { value: 30, at: clock('11:00') },
      hour: { from: clock('11:00'), mean: 30 },
      highC: 22,
      aboveMs: HOUR_MS,
      degreeHours: 8,
      counted: 1,
    });
  });
});

describe('the targets', () => {
  it('are those of the calendar, counted from the bud break, without gaps over three days', async () => {
    const found = await aFarmWith(() => 11);
    expect(found.crops).toMatchObject([
      { cropName: '한라봉', season: '착색기', row: 8, high: 22, aheadDays: -19, wateringInterval: 7 },
    ]);
    const [{ targets } = { targets: [] }] = found.houses;
    expect(targets[0]?.from).toBe(startOfSeoulDate('2026-11-20'));
    expect(targets.at(-1)?.to).toBe(startOfSeoulDate('2026-11-23'));
    targets.slice(1).forEach((one, at) => {
      expect(one.from).toBe(targets[at]?.to);
    });
    expect(airTargetAt(found, '1동', NOW)).toMatchObject({ lowC: 8, highC: 22, by: 'calendar' });
    expect(airTargetAt(found, '2동', NOW)).toBeUndefined();
  });

  it('are too cold by the heat settings and too hot by the calendar while heating is on', async () => {
    const found = await aFarmWith(() => 11, { heat: { enabled: true, nightTargetC: 12, dayTargetC: 14 } });
    expect(airTargetAt(found, '1동', NOW)).toMatchObject({ lowC: 14, highC: 22, by: 'heat', insteadOfC: 8 });
    expect(airTargetAt(found, '1동', clock('03:00'))).toMatchObject({ lowC: 12, by: 'heat', insteadOfC: 8 });
  });

  it('are the calendar’s where heating follows it, and none with heating off and no crop', async () => {
    const follows = await aFarmWith(() => 11, { heat: { enabled: true, mode: 'calendar' } });
    expect(airTargetAt(follows, '1동', NOW)).toMatchObject({ lowC: 8, by: 'calendar', insteadOfC: null });
    const bare = await aFarmWith(() => 11, { isPlanted: false });
    expect(airTargetAt(bare, '1동', NOW)).toMatchObject({ lowC: null, highC: null, by: null });
    expect(bare.frostGuardC).toBe(3);
  });
});

describe('a judgement', () => {
  const target = { lowC: 8, highC: 22 };
  it.each([
    [7.5, { verdict: 'cold', byC: 0.5 }],
    [7.6, { verdict: 'fine', byC: 0 }],
    [22.4, { verdict: 'fine', byC: 0 }],
    [22.5, { verdict: 'warm', byC: 0.5 }],
    [24.9, { verdict: 'warm', byC: 2.9 }],
    [25, { verdict: 'hot', byC: 3 }],
    [2.9, { verdict: 'frost', byC: 0.1 }],
    [3, { verdict: 'cold', byC: 5 }],
  ])('of %s ℃ between 8 and 22 ℃ above a frost guard of 3 ℃', (value, expected) => {
    const judged = judgeAir(value, target, 3);
    expect(judged?.verdict).toBe(expected.verdict);
    expect(judged?.byC).toBeCloseTo(expected.byC, 6);
  });

  it('is none where nothing is aimed at, but for frost', () => {
    expect(judgeAir(30, { lowC: null, highC: null }, 3)).toBeNull();
    expect(judgeAir(30, undefined, 3)).toBeNull();
    expect(judgeAir(2, undefined, 3)).toMatchObject({ verdict: 'frost' });
  });
});
