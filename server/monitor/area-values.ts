import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { lastNight } from '#contract/time/sun.ts';
import { bucketLevels, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { type Extreme, type Extremes, findExtremes } from '../db/bucket/extremes.ts';
import { type CalibrationStep, calibrate, calibrationsOf, isCalibrated } from '../db/calibration.ts';
import type { Store } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';
import { EXCLUDED, IMPLAUSIBLE } from '../db/reading-writer.ts';
import { roundTo } from '../kernel/round-to.ts';
import { inScreenOrder } from './queries.ts';

/** A reading may be this much older than an hour and still count as "an hour ago". */
const HOUR_AGO_SLACK_MS = 15 * MINUTE_MS;

/** The newest value of every channel of a farm with today's extremes and, for temperatures, last night's. */
export async function findAreaValues(store: Store, farmId: number, now: number): Promise<AreaValues> {
  const found = await findNewest(store, { farmId, day: startOfSeoulDay(now) });
  const channels = inScreenOrder(await Promise.all(found.map((one) => withSealedHour(store, farmId, one))));
  const isCorrected = channels.filter((channel) => channel.isCalibrated).map(({ index }) => index);
  const corrections = await calibrationsOf(store, farmId, isCorrected);
  const temperatures = channels.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index);
  const night = await findExtremes(store, farmId, temperatures, {
    ...lastNight(now),
    isAnyCalibrated: corrections.size > 0,
  });
  const areas = new Map<string, SensorValue[]>();
  for (const channel of channels) {
    const value = describe(asShown(channel, corrections.get(channel.index)), night.get(channel.index));
    const area = areas.get(channel.areaName);
    if (area) area.push(value);
    else areas.set(channel.areaName, [value]);
  }
  return [...areas].map(([areaName, sensorValues]) => ({ areaName, sensorValues }));
}

/** When the newest reading is days old, the reading of an hour before it may be in a sealed day. */
async function withSealedHour<One extends Newest>(store: Store, farmId: number, found: One): Promise<One> {
  const { at, index } = found;
  if (at === null || at - HOUR_MS >= store.horizons.at('rows')) return found;
  const span = { begin: at - HOUR_MS - HOUR_AGO_SLACK_MS, end: at - HOUR_MS + 1 };
  const readings = await goodReadings(store, { channel: { farmId, index, isCalibrated: 0 }, ...span });
  return { ...found, hourAgo: readings.at(-1)?.value ?? null };
}

type Newest = Awaited<ReturnType<typeof findNewest>>[number];
type Found = Newest & { type: ChannelTypeName };

/** Applies the calibration. The day and the newest reading each lie within one correction. */
function asShown(found: Found, steps: readonly CalibrationStep[] | undefined): Found {
  if (!steps) return found;
  const { at, value, min, minAt, max, maxAt, hourAgo } = found;
  const shown = (raw: number | null, when: number | null) =>
    raw === null || when === null ? null : calibrate(raw, when, steps);
  // The exact time of that reading is unknown: if the correction changed within its possible times, it is dropped.
  const [oldest, newest] = [HOUR_MS + HOUR_AGO_SLACK_MS, HOUR_MS].map((back) => shown(hourAgo, at && at - back));
  return {
    ...found,
    value: shown(value, at),
    min: shown(min, minAt),
    max: shown(max, maxAt),
    hourAgo: oldest === newest ? (newest ?? null) : null,
  };
}

function describe(
  { index, type, name, areaName, intervalMs, at, value, flag, hourAgo, ...today }: Found,
  night: Extremes | undefined,
): SensorValue {
  const { min, minAt, max, maxAt } = today;
  const isToday = min !== null && minAt !== null && max !== null && maxAt !== null;
  return {
    index,
    sensorName: name,
    type,
    areaName,
    unit: channelTypes[type].unit,
    value,
    date: at === null ? null : new Date(at).toISOString(),
    isFlagged: ((flag ?? 0) & IMPLAUSIBLE) !== 0,
    ...(((flag ?? 0) & EXCLUDED) !== 0 && { isExcluded: true }),
    intervalMs,
    hourChange: value !== null && hourAgo !== null && flag === 0 ? roundTo(4, value - hourAgo) : null,
    today: isToday ? written({ min: { value: min, at: minAt }, max: { value: max, at: maxAt } }) : null,
    lastNight: night ? written(night) : null,
  };
}

const dated = ({ value, at }: Extreme) => ({ value, at: new Date(at).toISOString() });
const written = ({ min, max }: Extremes) => ({ min: dated(min), max: dated(max) });

/** Every channel of a farm with its newest reading, the one an hour before that, and the bucket of a day. */
const findNewest = preparedQuery((db, param: ParameterOf<{ farmId: number; day: number }>) =>
  db
    .selectFrom('channel')
    .leftJoin('latest', (join) =>
      join.onRef('latest.farm_id', '=', 'channel.farm_id').onRef('latest.channel_id', '=', 'channel.channel_id'),
    )
    .leftJoin('rollup', (join) =>
      join
        .onRef('rollup.farm_id', '=', 'channel.farm_id')
        .onRef('rollup.channel_id', '=', 'channel.channel_id')
        .on('rollup.width', '=', bucketLevels['1d'])
        .on('rollup.start', '=', param('day')),
    )
    .select(['channel.channel_id as index', 'type', 'name', 'area_name as areaName', 'interval_ms as intervalMs'])
    .select(['latest.at', 'latest.value', 'latest.flag', isCalibrated])
    .select(['rollup.min', 'rollup.min_at as minAt', 'rollup.max', 'rollup.max_at as maxAt'])
    .select((eb) =>
      eb
        .selectFrom('reading')
        .select('reading.value')
        .whereRef('reading.farm_id', '=', 'channel.farm_id')
        .whereRef('reading.channel_id', '=', 'channel.channel_id')
        .where('reading.at', '<=', eb('latest.at', '-', HOUR_MS))
        .where('reading.at', '>=', eb('latest.at', '-', HOUR_MS + HOUR_AGO_SLACK_MS))
        .where('reading.flag', '=', 0)
        .orderBy('reading.at', 'desc')
        .limit(1)
        .as('hourAgo'),
    )
    .where('channel.farm_id', '=', param('farmId'))
    .where('channel.deleted_at', 'is', null),
);
