import { MIN_FARMS_OF_AVERAGE, monthPartSpans, type PartStatistics } from '#contract/monitor/statistics.ts';
import { averageName } from '#contract/monitor/statistics-text.ts';
import type { Queries, Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { extremesOf, extremesOfPeriods, type Span } from './extremes.ts';
import { createFarmMeans, type FarmMeans, partStatistics } from './farm-means.ts';
import { irrigationOf, irrigationOfPeriods } from './irrigation.ts';

/** Farms per query with computed periods, and farms per query without; each takes a few milliseconds. */
const FARMS_AT_ONCE = 100;
const BARE_FARMS_AT_ONCE = 5;

type CropAverage = { cropName: string; farms: number; parts: PartStatistics[] };

/**
 * The average of the farms with the same crop, including this one, from their periods; null when the farm has no
 * growing crop. Cached until periods, farms or crops change.
 */
export type FindCropAverage = (farmId: number, month: string) => Promise<CropAverage | null>;

export function createCropAverages(store: Store): FindCropAverage {
  const remembered = writeInvalidatedCache<{ farms: number; parts: PartStatistics[] }>(store, [
    'periods',
    'farms',
    'catalogue',
  ]);
  return async (farmId, month) => {
    const crop = await findCrop(store, farmId);
    if (!crop) return null;
    const average = await remembered(`${month} ${crop.simulated} ${crop.code}`, async () => {
      const farmIds = await listAlike(store, crop);
      const parts = await averageOf(store, farmIds, month);
      return { farms: farmIds.length, parts };
    });
    return { cropName: crop.cropName, ...average };
  };
}

async function averageOf(store: Queries, farmIds: readonly number[], month: string): Promise<PartStatistics[]> {
  if (farmIds.length < MIN_FARMS_OF_AVERAGE) return [];
  const spans = monthPartSpans(month);
  const means = createFarmMeans();
  for (const some of chunksOf(farmIds, FARMS_AT_ONCE)) {
    const made = await withPeriods(store, some);
    const [whole, bare] = [some.filter((id) => made.has(id)), some.filter((id) => !made.has(id))];
    if (whole.length > 0) await add(store, means, { farmIds: whole, spans }, fromPeriods);
    for (const few of chunksOf(bare, BARE_FARMS_AT_ONCE)) {
      await add(store, means, { farmIds: few, spans }, fromBuckets);
    }
  }
  return partStatistics(means, { farmName: averageName, least: MIN_FARMS_OF_AVERAGE });
}

type Asked = { farmIds: readonly number[]; spans: readonly Span[] };

const fromPeriods = { extremes: extremesOfPeriods, flows: irrigationOfPeriods };
/** For farms without periods: new farms, or all farms just after an update to the release with periods. */
const fromBuckets = { extremes: extremesOf, flows: irrigationOf };

async function add(
  store: Queries,
  means: FarmMeans,
  { farmIds, spans }: Asked,
  from: typeof fromBuckets,
): Promise<void> {
  const extremes = await from.extremes(store, farmIds, spans);
  means.add({ extremes, flows: await from.flows(store, farmIds, spans) });
  // SQLite runs on this thread, so other requests run only between two queries.
  await yieldToOthers();
}

async function withPeriods({ db }: Queries, farmIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('period_cursor').select('farm_id').where('farm_id', 'in', farmIds).execute();
  return new Set(rows.map(({ farm_id }) => farm_id));
}

const chunksOf = (farmIds: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(farmIds.length / size) }, (_, at) => farmIds.slice(at * size, (at + 1) * size));

type GrownCrop = { code: string; cropName: string; simulated: 0 | 1 };

/** The first growing crop of a farm; it decides with which farms it is compared. */
async function findCrop({ db }: Queries, farmId: number): Promise<GrownCrop | undefined> {
  return db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .select(['crop.item_code as code', 'item_code.name as cropName', 'farm.is_simulated as simulated'])
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .executeTakeFirst();
}

/** The farms on which a crop grows. Simulated farms are never mixed with real ones. */
async function listAlike({ db }: Queries, { code, simulated }: GrownCrop): Promise<number[]> {
  const farms = await db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .select('farm.farm_id as farmId')
    .distinct()
    .where('crop.item_code', '=', code)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', simulated)
    .orderBy('farm.farm_id')
    .execute();
  return farms.map((row) => row.farmId);
}
