import { type CalendarPeriod, cropOfHouse, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { dewPoint, isCondensing, vapourPressureDeficit } from '#contract/monitor/agronomic-formulas.ts';
import type { HumidityAnswer, HumidityTargets } from '#contract/monitor/humidity.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { lastNight } from '#contract/time/sun.ts';
import { bucketLevels, bucketStart, DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { meanOf, bucketsOf as storedBuckets } from '../db/bucket/buckets.ts';
import { calibrate, calibrationsOf } from '../db/calibration.ts';
import type { Store } from '../db/open.ts';
import { listGrownCrops } from '../growth-calendar/queries.ts';
import { roundTo } from '../kernel/round-to.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';
import { type AirStep, airPeriodOf, graphOf } from './figures.ts';

const STEP_MS = bucketLevels['10m'];

/** Two newest readings at most this far apart describe the same air. */
const SAME_AIR_MS = 15 * MINUTE_MS;

/** Humidity sensors by area, in screen order. */
export async function findHumidityTargets(store: Store, farmId: number): Promise<HumidityTargets> {
  const channels = await listChannels(store, farmId);
  const areas = new Map<string, HumidityTargets['sensors'][number]['devices']>();
  for (const channel of channels) {
    if (channel.type !== 'HUMIDITY') continue;
    const temperature = partnerOf(channel, 'TEMPERATURE', channels);
    const device = { ...targetOf(channel), temperatureIndex: temperature?.index ?? null };
    areas.set(channel.areaName, [...(areas.get(channel.areaName) ?? []), device]);
  }
  return { sensors: [...areas].map(([areaName, devices]) => ({ areaName, devices })) };
}

/** The first sensor of a type in the same area: it measures the same air as the humidity sensor. */
function partnerOf(
  { areaName }: FoundChannel,
  type: FoundChannel['type'],
  channels: readonly FoundChannel[],
): FoundChannel | undefined {
  return channels.find((one) => one.type === type && one.areaName === areaName);
}

function targetOf({ farmId: _, ...channel }: FoundChannel): Target {
  return { ...channel, unit: channelTypes[channel.type].unit };
}

export async function findHumidity(store: Store, sensor: FoundChannel, now: number): Promise<HumidityAnswer> {
  const channels = await listChannels(store, sensor.farmId);
  const partner = partnerOf(sensor, 'TEMPERATURE', channels);
  const leaf = partnerOf(sensor, 'LEAF_WETNESS', channels);
  const span = { begin: bucketStart(now, STEP_MS) - 7 * DAY_MS, end: now };
  const temperature = await meansOf(store, partner, span);
  const leafWetness = await meansOf(store, leaf, span);
  const steps = (await bucketsOf(store, sensor, span)).map(({ at, min, mean, max }): AirStep => {
    const beside = { temperature: temperature.get(at) ?? null, leafWetness: leafWetness.get(at) ?? null };
    return { at, min, humidity: mean, max, ...beside };
  });
  const stepMs = Math.max(STEP_MS, sensor.intervalMs);
  const night = lastNight(now);
  const period = await periodOf(store, sensor, channels, now);
  const airIn = (begin: number, end: number) => airPeriodOf(steps, { begin, end }, stepMs);
  return {
    sensor: targetOf(sensor),
    temperatureSensor: partner ? targetOf(partner) : null,
    leafSensor: leaf ? targetOf(leaf) : null,
    now: await airNow(store, sensor, partner),
    lastNight: airIn(bucketStart(night.from, STEP_MS), night.to),
    last24Hours: airIn(bucketStart(now, STEP_MS) - DAY_MS, now),
    last7Days: airIn(span.begin, now),
    season: period?.season ?? null,
    stages: period?.stages ?? [],
    graph: { ...span, stepMs, ...graphOf(steps) },
  };
}

type Span = { begin: number; end: number };
type Bucket = { at: number; min: number; mean: number; max: number };

/** Ten-minute buckets of a channel, calibrated and sorted by time. */
async function bucketsOf(store: Store, { farmId, index }: FoundChannel, { begin, end }: Span): Promise<Bucket[]> {
  const steps = (await calibrationsOf(store, farmId, [index])).get(index);
  const rows = await storedBuckets(store, { farmId, index, level: '10m' }, { from: begin, to: end });
  return rows.map(({ start: at, min, max, ...sum }): Bucket => {
    const shown = (value: number) => calibrate(value, at, steps);
    return { at, min: shown(min), mean: roundTo(4, shown(meanOf(sum))), max: shown(max) };
  });
}

/** The means of a channel by bucket start; empty without a channel. */
async function meansOf(store: Store, channel: FoundChannel | undefined, span: Span): Promise<Map<number, number>> {
  const buckets = channel ? await bucketsOf(store, channel, span) : [];
  return new Map(buckets.map(({ at, mean }) => [at, mean]));
}

/**
 * The newest air; null without humidity. What needs both sensors is null unless both measured at about the same time.
 */
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
    deficit: roundTo(3, vapourPressureDeficit(warm.value, damp.value)),
    dewPoint: roundTo(2, dewPoint(warm.value, damp.value)),
    isCondensing: isCondensing(warm.value, damp.value),
  };
}

/** The calendar period of the crop in a house; undefined when no crop with a calendar grows there. */
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
