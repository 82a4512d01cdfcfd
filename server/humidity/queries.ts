import { type CalendarPeriod, cropOfHouse, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { HumidityAnswer, HumidityTargets } from '#contract/monitor/humidity.ts';
import { dewPoint, isCondensing, vapourPressureDeficit } from '#contract/monitor/indicators.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { lastNight } from '#contract/time/sun.ts';
import { bucketLevels, bucketStart, DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { calibrate, calibrationsOf } from '../db/calibration.ts';
import type { Store } from '../db/open.ts';
import { listGrownCrops } from '../growth-calendar/queries.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';
import { type AirStep, airPeriodOf, graphOf, round } from './figures.ts';

const STEP_MS = bucketLevels['10m'];

/** Newest readings this far apart still tell of the same air. */
const SAME_AIR_MS = 15 * MINUTE_MS;

/** Humidity sensors by area, in the order of a screen. */
export async function findHumidityTargets(store: Store, farmId: number): Promise<HumidityTargets> {
  const channels = await listChannels(store, farmId);
  const areas = new Map<string, HumidityTargets['sensors'][number]['devices']>();
  for (const channel of channels) {
    if (channel.type !== 'HUMIDITY') continue;
    const device = { ...targetOf(channel), temperatureIndex: partnerOf(channel, channels)?.index ?? null };
    areas.set(channel.areaName, [...(areas.get(channel.areaName) ?? []), device]);
  }
  return { sensors: [...areas].map(([areaName, devices]) => ({ areaName, devices })) };
}

/** The first temperature sensor of the same area: the air a humidity sensor hangs in. */
function partnerOf({ areaName }: FoundChannel, channels: readonly FoundChannel[]): FoundChannel | undefined {
  return channels.find((one) => one.type === 'TEMPERATURE' && one.areaName === areaName);
}

function targetOf({ farmId: _, ...channel }: FoundChannel): Target {
  return { ...channel, unit: channelTypes[channel.type].unit };
}

export async function findHumidity(store: Store, sensor: FoundChannel, now: number): Promise<HumidityAnswer> {
  const channels = await listChannels(store, sensor.farmId);
  const partner = partnerOf(sensor, channels);
  const both = partner ? [sensor, partner] : [sensor];
  const span = { begin: bucketStart(now, STEP_MS) - 7 * DAY_MS, end: now };
  const [humidity, temperature] = await airOf(store, both, span);
  const steps = (humidity ?? []).map(({ at, min, mean, max }): AirStep => {
    return { at, min, humidity: mean, max, temperature: meanAt(temperature, at) };
  });
  const stepMs = Math.max(STEP_MS, sensor.intervalMs);
  const night = lastNight(now);
  const period = await periodOf(store, sensor, channels, now);
  const airIn = (begin: number, end: number) => airPeriodOf(steps, { begin, end }, stepMs);
  return {
    sensor: targetOf(sensor),
    temperatureSensor: partner ? targetOf(partner) : null,
    now: await airNow(store, sensor, partner),
    lastNight: airIn(bucketStart(night.from, STEP_MS), night.to),
    last24Hours: airIn(bucketStart(now, STEP_MS) - DAY_MS, now),
    last7Days: airIn(span.begin, now),
    season: period?.season ?? null,
    stages: period?.stages ?? [],
    graph: { ...span, stepMs, ...graphOf(steps) },
  };
}

type Bucket = { at: number; min: number; mean: number; max: number };

const meanAt = (buckets: ReadonlyMap<number, Bucket> | undefined, at: number) => buckets?.get(at)?.mean ?? null;

/** Ten-minute buckets of the humidity in order of time, and those of the temperature by their beginning. */
async function airOf(
  store: Store,
  [sensor, partner]: readonly FoundChannel[],
  { begin, end }: { begin: number; end: number },
): Promise<[Bucket[], ReadonlyMap<number, Bucket> | undefined]> {
  if (!sensor) return [[], undefined];
  const channels = [sensor, ...(partner ? [partner] : [])].map(({ index }) => index);
  const corrections = await calibrationsOf(store, sensor.farmId, channels);
  const of = async (channelId: number) => {
    const steps = corrections.get(channelId);
    const rows = await store.db
      .selectFrom('rollup')
      .select(['start as at', 'min', 'max', 'sum_micro as sumMicro', 'count'])
      .where('farm_id', '=', sensor.farmId)
      .where('channel_id', '=', channelId)
      .where('width', '=', STEP_MS)
      .where('start', '>=', begin)
      .where('start', '<', end)
      .orderBy('start')
      .execute();
    return rows.map(({ at, min, max, sumMicro, count }): Bucket => {
      const shown = (value: number) => calibrate(value, at, steps);
      return { at, min: shown(min), mean: round(shown(sumMicro / count / 1e6), 1e4), max: shown(max) };
    });
  };
  const temperature = partner ? await of(partner.index) : undefined;
  return [await of(sensor.index), temperature && new Map(temperature.map((bucket) => [bucket.at, bucket]))];
}

/** The newest air: of both sensors where they spoke at about the same time. A value that cannot be is no air. */
async function airNow(store: Store, sensor: FoundChannel, partner: FoundChannel | undefined) {
  const channels = [sensor, ...(partner ? [partner] : [])].map(({ index }) => index);
  const corrections = await calibrationsOf(store, sensor.farmId, channels);
  const rows = await store.db
    .selectFrom('latest')
    .select(['channel_id as index', 'at', 'value'])
    .where('farm_id', '=', sensor.farmId)
    .where('channel_id', 'in', channels)
    .where('flag', '=', 0)
    .execute();
  const newest = (channel: FoundChannel | undefined) => {
    const row = rows.find(({ index }) => index === channel?.index);
    return row && { at: row.at, value: calibrate(row.value, row.at, corrections.get(row.index)) };
  };
  const damp = newest(sensor);
  if (!damp) return null;
  const warm = newest(partner);
  const air = { date: new Date(damp.at).toISOString(), humidity: damp.value };
  if (!warm || Math.abs(warm.at - damp.at) > SAME_AIR_MS) {
    return { ...air, temperature: null, deficit: null, dewPoint: null, isCondensing: null };
  }
  return {
    ...air,
    temperature: warm.value,
    deficit: round(vapourPressureDeficit(warm.value, damp.value), 1e3),
    dewPoint: round(dewPoint(warm.value, damp.value), 100),
    isCondensing: isCondensing(warm.value, damp.value),
  };
}

/** Where in its year the crop of a house is; undefined where none with a calendar grows there. */
async function periodOf(
  store: Store,
  { farmId, areaName }: FoundChannel,
  channels: readonly FoundChannel[],
  now: number,
): Promise<CalendarPeriod | undefined> {
  const areas = channels.map((channel) => channel.areaName);
  const crop = cropOfHouse(await listGrownCrops(store, farmId), areaName, areas);
  return crop && periodAt(crop, crop.budBreakOn, now);
}
