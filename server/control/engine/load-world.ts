import { HOUR_MS } from '#contract/time/time.ts';
import { calibratedChannels } from '../../db/calibration.ts';
import type { Queries } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import { findHeatCalendar, listFarmCrops } from '../../growth-calendar/queries.ts';
import { findHeat } from '../../heat/queries.ts';
import type { RealSources } from '../../weather/places.ts';
import { findFreshWeather } from '../../weather/weather-for-control.ts';
import type { actuatorSettings } from '../actuators.ts';
import { builtInInterlocks, type FarmInterlock } from '../built-in-interlocks.ts';
import type { Crop, Series, World } from '../decide/world.ts';
import { rulesOf } from '../rules.ts';
import { type Equipment, type EquipmentSensor, findEquipment } from './equipment.ts';
import { findHeld, type HeldNow } from './held.ts';

/** How far back readings are loaded, ms: the longest duration of a condition. */
export const BACK_MS = 6 * HOUR_MS;

type Sensed = Omit<Series, 'silentMs'>;

/** Settings and actions of people on a farm; unchanged until somebody writes. */
export type Settled = Pick<World, 'actuators' | 'rules' | 'heat' | 'heatCalendar' | 'crops' | 'cleared'> & {
  interlocks: readonly FarmInterlock[];
  equipment: Equipment;
  held: HeldNow;
  /** Sensors whose values are calibrated when read. */
  calibrated: ReadonlySet<number>;
};

/** Stored input of a decision. */
export type Stored = Omit<Settled, 'calibrated'> & Pick<World, 'weather'> & { sensors: readonly Sensed[] };

/** Parsers of JSON forms; callers may pass caching ones. */
export type Readers = {
  rule?: Parameters<typeof rulesOf>[2];
  actuator?: Parameters<typeof actuatorSettings>[2];
};

/** Loads the stored input of a decision; undefined for a farm that does not exist. */
export async function loadStored(
  store: Queries,
  farmId: number,
  { now, real }: { now: number; real: RealSources },
): Promise<Stored | undefined> {
  const settled = await loadSettled(store, farmId);
  if (!settled) return undefined;
  const { calibrated, ...rest } = settled;
  const sensors: Sensed[] = [];
  for (const sensor of settled.equipment.sensors) {
    const { channel, range } = recent({ farmId, sensor, calibrated, now });
    const points = await listPoints(store, { channel, resolution: 'raw', ...range });
    sensors.push(
      seriesOf(
        sensor,
        points.map(([at, value]) => [at, value]),
        false,
      ),
    );
  }
  return { ...rest, sensors, weather: await findFreshWeather(store, real, farmId, now) };
}

/** Parameters for reading a sensor's points at an instant. */
export function recent({
  farmId,
  sensor: { channel, type },
  calibrated,
  now,
}: {
  farmId: number;
  sensor: EquipmentSensor;
  calibrated: ReadonlySet<number>;
  now: number;
}) {
  return {
    channel: { farmId, index: channel, type, isCalibrated: calibrated.has(channel) ? 1 : 0 },
    // Includes the readings of devices whose clocks are ahead of the server's.
    range: { begin: now - BACK_MS, end: now + HOUR_MS },
  } as const;
}

export function seriesOf(
  { channel, type, areaName, intervalMs }: EquipmentSensor,
  points: Series['points'],
  isDoubted: boolean,
): Sensed {
  return { channel, type, areaName, intervalMs, points, isDoubted };
}

/** Loads the settings and actions of people; undefined for a farm that does not exist. */
export async function loadSettled(store: Queries, farmId: number, read: Readers = {}): Promise<Settled | undefined> {
  const heat = await findHeat(store, farmId);
  if (!heat) return undefined;
  const equipment = await findEquipment(store, farmId, read.actuator);
  const { actuators, sensors, own } = equipment;
  return {
    equipment,
    actuators: actuators.map(({ channel, type, areaName, settings }) => ({ channel, type, areaName, settings })),
    interlocks: builtInInterlocks(actuators, sensors, own),
    rules: await rulesOf(store, farmId, read.rule),
    heat: heat.settings,
    heatCalendar: await findHeatCalendar(store, farmId),
    crops: await cropsOf(store, farmId),
    held: await findHeld(store, farmId),
    calibrated: await calibratedChannels(store, farmId),
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
