import { HOUR_MS } from '#contract/time/time.ts';
import { calibratedChannels } from '../../db/calibration.ts';
import type { Queries } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import { findHeatCalendar, listFarmCrops } from '../../growth-calendar/queries.ts';
import { findHeat } from '../../heat/queries.ts';
import type { RealSources } from '../../weather/places.ts';
import { findFreshWeather } from '../../weather/weather-for-control.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';
import type { Crop, Series, World } from '../decide/world.ts';
import { rulesOf } from '../rules.ts';
import { type Equipment, findEquipment } from './equipment.ts';
import { findHeld, type HeldNow } from './held.ts';

/** Readings so far back are looked at, ms: the longest that a condition may have to last. */
export const BACK_MS = 6 * HOUR_MS;

/** What is stored of a farm, for a decision. */
export type Stored = Pick<
  World,
  'actuators' | 'interlocks' | 'rules' | 'heat' | 'heatCalendar' | 'crops' | 'weather' | 'cleared'
> & { equipment: Equipment; sensors: readonly Omit<Series, 'silentMs'>[]; held: HeldNow };

/** Everything that is stored of a farm and decides, `doubted` sensors marked; undefined for a farm that is not there. */
export async function loadStored(
  store: Queries,
  farmId: number,
  { now, real, doubted = new Set() }: { now: number; real: RealSources; doubted?: ReadonlySet<number> },
): Promise<Stored | undefined> {
  const heat = await findHeat(store, farmId);
  if (!heat) return undefined;
  const equipment = await findEquipment(store, farmId);
  const { actuators, sensors } = equipment;
  const calibrated = await calibratedChannels(store, farmId);
  const series: Omit<Series, 'silentMs'>[] = [];
  for (const { channel, type, areaName, intervalMs } of sensors) {
    const asked = { farmId, index: channel, type, isCalibrated: calibrated.has(channel) ? 1 : 0 } as const;
    const range = { resolution: 'raw', begin: now - BACK_MS, end: now + HOUR_MS } as const;
    const points = await listPoints(store, { channel: asked, ...range });
    series.push({
      channel,
      type,
      areaName,
      intervalMs,
      points: points.map(([at, value]) => [at, value]),
      isDoubted: doubted.has(channel),
    });
  }
  return {
    equipment,
    actuators: actuators.map(({ channel, type, areaName, settings }) => ({ channel, type, areaName, settings })),
    sensors: series,
    interlocks: builtInInterlocks(actuators, sensors),
    rules: await rulesOf(store, farmId),
    heat: heat.settings,
    heatCalendar: await findHeatCalendar(store, farmId),
    crops: await cropsOf(store, farmId),
    weather: await findFreshWeather(store, real, farmId, now),
    held: await findHeld(store, farmId),
    cleared: (
      await store.db
        .selectFrom('cleared_rule')
        .select('rule_id')
        .where('farm_id', '=', farmId)
        .orderBy('rule_id')
        .execute()
    ).map(({ rule_id }) => rule_id),
  };
}

async function cropsOf(store: Queries, farmId: number): Promise<Crop[]> {
  const rows = await store.db
    .selectFrom('crop')
    .select(['crop_id as id', 'cultivation'])
    .where('farm_id', '=', farmId)
    .execute();
  const cultivations = new Map(rows.map(({ id, cultivation }) => [id, cultivation]));
  return (await listFarmCrops(store, farmId)).flatMap(({ cropId, budBreakOn, calendar }): Crop[] => {
    if (!calendar) return [];
    const cultivation = cultivations.get(cropId) ?? '';
    const { budBreak, periods } = calendar;
    return [{ id: cropId, cultivation, budBreak, budBreakOn, periods }];
  });
}
