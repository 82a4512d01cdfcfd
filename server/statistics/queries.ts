import { type FlowStatistics, type InnerStatistics, monthPartSpans } from '#contract/monitor/statistics.ts';
import type { Queries } from '../db/open.ts';
import { roundTo } from '../kernel/round-to.ts';
import { coverageOf } from './coverage.ts';
import type { FindCropAverage } from './crop-average.ts';
import { extremesOf } from './extremes.ts';
import { createFarmMeans, KILO, partStatistics } from './farm-means.ts';
import { irrigationOf } from './irrigation.ts';

export async function findInnerStatistics(
  store: Queries,
  farmId: number,
  { month, now, findCropAverage }: { month: string; now: number; findCropAverage: FindCropAverage },
): Promise<InnerStatistics> {
  const spans = monthPartSpans(month);
  const own = createFarmMeans();
  own.add({
    extremes: await extremesOf(store, [farmId], spans),
    flows: await irrigationOf(store, [farmId], spans),
  });
  const { name: farmName } = await findFarm(store, farmId);
  const average = await findCropAverage(farmId, month);
  return {
    baseDate: month,
    baseStatistics: partStatistics(own, { farmName, least: 1 }),
    coverage: await coverageOf(store, farmId, { month, now }),
    avgStatistics: average?.parts ?? [],
    sameCrop: average && { cropName: average.cropName, farms: average.farms },
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
        flowValue: flow ? roundTo(4, flow.litres / KILO) : null,
        tonsPer10a: flow && areaM2 ? roundTo(4, flow.litres / areaM2) : null,
        coveredHours: roundTo(4, flow?.coveredHours ?? 0),
      };
    }),
  };
}

async function findFarm({ db }: Queries, farmId: number): Promise<{ name: string; areaM2: number | null }> {
  return db
    .selectFrom('farm')
    .select(['name', 'area_m2 as areaM2'])
    .where('farm_id', '=', farmId)
    .executeTakeFirstOrThrow();
}
