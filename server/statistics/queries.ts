import {
  type FlowStatistics,
  type InnerStatistics,
  MIN_FARMS_OF_AVERAGE,
  monthPartSpans,
  type PartStatistics,
  statisticTypes,
} from '#contract/monitor/statistics.ts';
import { averageName } from '#contract/monitor/statistics-text.ts';
import type { Queries } from '../db/open.ts';
import { coverageOf } from './coverage.ts';
import { extremesOf } from './extremes.ts';
import { irrigationOf } from './irrigation.ts';

/** Litres in a kL. */
const KILO = 1_000;

export async function findInnerStatistics(
  store: Queries,
  farmId: number,
  { month, now }: { month: string; now: number },
): Promise<InnerStatistics> {
  const spans = monthPartSpans(month);
  const alike = await findSameCrop(store, farmId);
  const farmIds = [...new Set([farmId, ...(alike?.farmIds ?? [])])];
  const extremes = await extremesOf(store, farmIds, spans);
  const flows = await irrigationOf(store, farmIds, spans);

  const partOf = (of: readonly number[], farmName: string, at: number, least: number): PartStatistics => {
    const flow = meanOf(
      flows.filter(({ farmId: one, part }) => part === at && of.includes(one)).map(({ litres }) => litres / KILO),
      least,
    );
    return {
      farmName,
      partMonth: spans[at]?.part ?? 'early',
      statisticsData: statisticTypes.map((sensorType) => {
        const found = extremes.filter(
          ({ farmId: one, part, type }) => part === at && type === sensorType && of.includes(one),
        );
        return {
          sensorType,
          maxValue: meanOf(
            found.map(({ max }) => max),
            least,
          ),
          minValue: meanOf(
            found.map(({ min }) => min),
            least,
          ),
          flowValue: flow,
        };
      }),
    };
  };
  const partsOf = (of: readonly number[], farmName: string, least: number) =>
    known(spans.map((_, at) => partOf(of, farmName, at, least)));
  return {
    baseDate: month,
    baseStatistics: partsOf([farmId], (await findFarm(store, farmId)).name, 1),
    coverage: await coverageOf(store, farmId, { month, now }),
    avgStatistics: alike ? partsOf(alike.farmIds, averageName, MIN_FARMS_OF_AVERAGE) : [],
    sameCrop: alike && { cropName: alike.cropName, farms: alike.farmIds.length },
  };
}

export async function findFlowStatistics(store: Queries, farmId: number, month: string): Promise<FlowStatistics> {
  const spans = monthPartSpans(month);
  const { name: farmName, areaM2 } = await findFarm(store, farmId);
  const flows = await irrigationOf(store, [farmId], spans);
  return {
    baseDate: month,
    areaM2,
    flowStatistics: spans.map(({ part: partMonth }, at) => {
      const flow = flows.find(({ part }) => part === at);
      return {
        farmName,
        partMonth,
        flowValue: flow ? round(flow.litres / KILO) : null,
        tonsPer10a: flow && areaM2 ? round(flow.litres / areaM2) : null,
        coveredHours: round(flow?.coveredHours ?? 0),
      };
    }),
  };
}

/** Null over fewer figures than `least`. */
function meanOf(values: readonly number[], least: number): number | null {
  if (values.length < Math.max(1, least)) return null;
  return round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** No parts at all where none of them holds a figure. */
function known(parts: PartStatistics[]): PartStatistics[] {
  const isKnown = parts.some(({ statisticsData }) =>
    statisticsData.some(({ maxValue, flowValue }) => maxValue !== null || flowValue !== null),
  );
  return isKnown ? parts : [];
}

/** Shown with one decimal; the rest is dust of sums. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

async function findFarm({ db }: Queries, farmId: number): Promise<{ name: string; areaM2: number | null }> {
  return db
    .selectFrom('farm')
    .select(['name', 'area_m2 as areaM2'])
    .where('farm_id', '=', farmId)
    .executeTakeFirstOrThrow();
}

/**
 * The farms on which the same crop grows, the own one included; null where nothing is known to grow on it. A farm goes
 * by the first of its crops. Simulated farms are never mixed with real ones.
 */
async function findSameCrop({ db }: Queries, farmId: number): Promise<{ cropName: string; farmIds: number[] } | null> {
  const own = await db
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
  if (!own) return null;
  const farms = await db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .select('farm.farm_id as farmId')
    .distinct()
    .where('crop.item_code', '=', own.code)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', own.simulated)
    .orderBy('farm.farm_id')
    .execute();
  return { cropName: own.cropName, farmIds: farms.map((row) => row.farmId) };
}
