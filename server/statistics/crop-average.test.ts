import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthPartSpans, type StatisticType, statisticTypes } from '#contract/monitor/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aCropOn, aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { calibrate, calibrationsOf } from '../db/calibration.ts';
import type { Store } from '../db/open.ts';
import { addExclusion, endExclusion } from '../quality/commands.ts';
import { createExclusionCache } from '../quality/exclusion-cache.ts';
import { rebuildExcluded } from '../quality/rebuild-rollups.ts';
import { addCalibration } from '../sensor/commands.ts';
import { createCropAverages } from './crop-average.ts';
import { makePeriods } from './make-periods.ts';

const FIRST_DAY = startOfSeoulDate('2026-10-05');
const DAYS = 45;
const NOW = FIRST_DAY + DAYS * DAY_MS;
const MONTHS = ['2026-10', '2026-11'];
const TYPES = [...statisticTypes, 'FLOW_RATE'] as const;
const by = { userId: 1, at: NOW };

type Sent = { farm: number; sensor: number; minute: number; value: number };
type Step =
  | { do: 'send'; readings: Sent[] }
  | { do: 'exclude'; farm: number; sensor: number; from: number; to: number | null }
  | { do: 'lift' }
  | { do: 'calibrate'; farm: number; sensor: number; day: number; correction: number }
  | { do: 'remove'; farm: number; sensor: number }
  | { do: 'make' }
  | { do: 'forget' };

/** Farms with the same crop, and functions that change their readings. */
async function anOrchardOf(farms: number) {
  const store = await aStore();
  await store.db
    .insertInto('item_code')
    .values({ code: 'CRO901', name: '시험귤', position: 1, deleted_at: null })
    .execute();
  const houses: (Awaited<ReturnType<typeof aDevice>> & { farmId: number })[] = [];
  for (let at = 0; at < farms; at += 1) {
    const farmId = await aFarm(store);
    await aCropOn(store, { farmId, cropId: `crop-${farmId}`, itemCode: 'CRO901' });
    houses.push({ farmId, ...(await aDevice(store, farmId, TYPES)) });
  }
  const gate = aGate(store, { now: () => NOW, findExcluded: createExclusionCache(store) });
  const channelOf = (farm: number, sensor: number) => {
    const house = houses[farm % farms];
    const channelId = house?.channels.get(TYPES[sensor]?.toLowerCase() ?? '') ?? 0;
    return { farmId: house?.farmId ?? 0, channelId };
  };
  const excluded: { farmId: number; channelId: number; id: number; from: number; to: number | null }[] = [];
  const act = async (step: Step) => {
    const { db } = store;
    if (step.do === 'make') await makePeriods(store);
    // As in an installation that has not computed any periods yet.
    if (step.do === 'forget')
      for (const table of ['period', 'period_cursor'] as const) await db.deleteFrom(table).execute();
    if (step.do === 'send') {
      for (const [at, house] of houses.entries()) {
        const readings = step.readings
          .filter(({ farm }) => farm % farms === at)
          .map(({ sensor, minute, value }) => ({
            sensor: TYPES[sensor]?.toLowerCase() ?? '',
            at: FIRST_DAY + minute * MINUTE_MS,
            value,
          }));
        if (readings.length > 0) await gate.accept(house.known, readings);
      }
    }
    if (step.do === 'exclude') {
      const { farmId, channelId } = channelOf(step.farm, step.sensor);
      const from = FIRST_DAY + step.from * HOUR_MS;
      const to = step.to === null ? null : from + step.to * HOUR_MS;
      const span = { channelIndex: channelId, from, to, reason: '시험' };
      const id = await db.transaction().execute((trx) => addExclusion(trx, farmId, span, by));
      excluded.push({ farmId, channelId, id, from, to });
      await rebuildExcluded(store, { farmId, channelId, id, liftedAt: null, from, to });
    }
    const last = step.do === 'lift' ? excluded.pop() : undefined;
    if (last) {
      await db.transaction().execute((trx) => endExclusion(trx, { farmId: last.farmId, id: last.id }, by));
      await rebuildExcluded(store, { ...last, liftedAt: by.at });
    }
    if (step.do === 'calibrate') {
      const since = { sinceOn: seoulDate(FIRST_DAY + step.day * DAY_MS), correction: step.correction };
      await db
        .transaction()
        .execute((trx) =>
          addCalibration({ trx, tileChanges: store.tileChanges }, channelOf(step.farm, step.sensor), since, by),
        );
    }
    if (step.do === 'remove') {
      const { farmId, channelId } = channelOf(step.farm, step.sensor);
      await db
        .updateTable('channel')
        .set({ deleted_at: NOW })
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channelId)
        .execute();
    }
  };
  const farmId = houses[0]?.farmId ?? 0;
  const findCropAverage = createCropAverages(store);
  const told = async () => {
    const all = [];
    for (const month of MONTHS) all.push((await findCropAverage(farmId, month))?.parts);
    return all;
  };
  return { store, farmId, act, told, findCropAverage };
}

/** The expected answer, computed from the raw readings. */
async function expected(store: Store) {
  const channels = await store.db.selectFrom('channel').selectAll().where('deleted_at', 'is', null).execute();
  const good = await Promise.all(
    channels.map(async ({ farm_id: farmId, channel_id: channelId, type }) => {
      const steps = (await calibrationsOf(store, farmId, [channelId])).get(channelId);
      const rows = await store.db
        .selectFrom('reading')
        .select(['at', 'value'])
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channelId)
        .where('flag', '=', 0)
        .execute();
      return { farmId, type, rows, shown: (value: number, at: number) => calibrate(value, at, steps) };
    }),
  );
  const farmIds = [...new Set(channels.map(({ farm_id }) => farm_id))];
  const sensorsOf = (farmId: number, type: string) => good.filter((one) => one.farmId === farmId && one.type === type);
  return MONTHS.map((month) => {
    const parts = monthPartSpans(month).map(({ part, begin, end }) => {
      const flowValue = meanOf(
        farmIds.flatMap((farmId) => {
          const buckets = sensorsOf(farmId, 'FLOW_RATE').flatMap(({ rows, shown }) => {
            const inside = rows.filter(({ at }) => at >= begin && at < end);
            const starts = [...new Set(inside.map(({ at }) => Math.floor(at / (10 * MINUTE_MS)) * 10 * MINUTE_MS))];
            return starts.map((start) => {
              const values = inside.filter(({ at }) => at >= start && at < start + 10 * MINUTE_MS);
              const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length;
              return Math.max(0, shown(mean, start)) * 10;
            });
          });
          return buckets.length > 0 ? [buckets.reduce((sum, litres) => sum + litres, 0) / 1_000] : [];
        }),
      );
      const statisticsData = statisticTypes.map((sensorType: StatisticType) => {
        const ofFarms = farmIds
          .map((farmId) =>
            sensorsOf(farmId, sensorType).flatMap(({ rows, shown }) =>
              rows.filter(({ at }) => at >= begin && at < end).map(({ at, value }) => shown(value, at)),
            ),
          )
          .filter((values) => values.length > 0);
        return {
          sensorType,
          maxValue: meanOf(ofFarms.map((values) => Math.max(...values))),
          minValue: meanOf(ofFarms.map((values) => Math.min(...values))),
          flowValue,
        };
      });
      return { partMonth: part, statisticsData };
    });
    const isKnown = parts.some(({ statisticsData }) =>
      statisticsData.some(({ maxValue, flowValue }) => maxValue !== null || flowValue !== null),
    );
    return isKnown ? parts : [];
  });
}

function meanOf(values: readonly number[]): number | null {
  if (values.length < 3) return null;
  // Answers have four decimals, so they may be off by half of the last one.
  return expect.closeTo(values.reduce((sum, value) => sum + value, 0) / values.length, 3);
}

const farm = fc.integer({ min: 0, max: 4 });
const sensor = fc.integer({ min: 0, max: TYPES.length - 1 });
const hour = fc.integer({ min: 0, max: DAYS * 24 - 1 });
const reading = fc.record({
  farm,
  sensor,
  // A few of many days, so that some farms share a third and others leave gaps.
  minute: fc
    .tuple(fc.constantFrom(0, 5, 6, 20, 26, 30, 44), fc.integer({ min: 0, max: 1_439 }))
    .map(([day, minute]) => day * 1_440 + minute),
  // Some are outside the plausible range of the type.
  value: fc.integer({ min: -50, max: 900 }).map((tenths) => tenths / 10),
});
const readings = fc.array(reading, { minLength: 20, maxLength: 150 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('send' as const), readings }),
  fc.record({
    do: fc.constant('exclude' as const),
    farm,
    sensor,
    from: hour,
    to: fc.option(fc.integer({ min: 1, max: 900 })),
  }),
  fc.constant({ do: 'lift' as const }),
  fc.record({
    do: fc.constant('calibrate' as const),
    farm,
    sensor,
    day: fc.integer({ min: 0, max: DAYS - 1 }),
    correction: fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
  }),
  fc.record({ do: fc.constant('remove' as const), farm, sensor }),
  fc.constantFrom({ do: 'make' as const }, { do: 'forget' as const }),
);

describe('the average of farms with the same crop', () => {
  it('is what their raw readings say: before periods are made, and whatever happened when they are', async () => {
    await fc.assert(
      fc.asyncProperty(readings, fc.array(step, { minLength: 5, maxLength: 12 }), async (first, steps) => {
        const { store, act, told } = await anOrchardOf(4);
        await act({ do: 'send', readings: first });
        expect(await told()).toMatchObject(await expected(store));
        for (const one of [{ do: 'make' as const }, ...steps, { do: 'make' as const }]) {
          await act(one);
          if (one.do === 'make' || one.do === 'forget') expect(await told()).toMatchObject(await expected(store));
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
