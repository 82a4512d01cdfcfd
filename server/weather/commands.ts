import { EARLIEST_READING_AT, FUTURE_TOLERANCE_MS } from '#contract/device/ingest.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { measuredNames } from '#contract/weather/weather-text.ts';
import type { Store } from '../db/open.ts';
import { type GatedReading, IMPLAUSIBLE } from '../db/reading-writer.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import { followReadings } from '../monitor/rollup.ts';
import type { Amount } from './kma/amount.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { ForecastService } from './kma/issue-time.ts';
import { type RainTotal, rainBetween } from './rain.ts';
import { type Measurement, measuredTypes, type Station } from './station.ts';

type TypedReading = { type: ChannelTypeName; at: number; value: number };

/**
 * Stores measurements of a station, sorted by time, as readings of channels. Existing readings stay as they are.
 * Measurements with an impossible time are left out: one from the future would stay the newest until then.
 */
export async function storeMeasurements(
  store: Store,
  station: Station,
  sent: readonly Measurement[],
  fetchedAt: number,
): Promise<void> {
  const measurements = sent.filter(({ at }) => at >= EARLIEST_READING_AT && at <= fetchedAt + FUTURE_TOLERANCE_MS);
  const newest = measurements.at(-1);
  if (!newest) return;
  await store.db.transaction().execute(async (trx) => {
    const known = await takeStation(trx, station);
    const { readings, total } = readingsOf(measurements, known, station.intervalMs);
    const channels = await channelsFor(trx, station, new Set(readings.map(({ type }) => type)), fetchedAt);
    const measured = readings.map(({ type, at, value }): GatedReading => {
      const [min, max] = channelTypes[type].plausible;
      const channelId = channels.get(type) ?? 0;
      const flag = value < min || value > max ? IMPLAUSIBLE : 0;
      return { farmId: station.number, channelId, at, value, flag };
    });
    const fresh = await store.readings.insert(trx, [measured]);
    await followReadings(trx, store, fresh.flat());
    await trx
      .updateTable('weather_station')
      .set({ observed_at: Math.max(newest.at, known.observedAt ?? 0), fetched_at: fetchedAt })
      .$if(total !== undefined, (update) =>
        update.set({ rain_total_mm: total?.mm ?? null, rain_total_at: total?.at ?? null }),
      )
      .where('farm_id', '=', station.number)
      .execute();
  });
}

async function takeStation(
  trx: Trx,
  { number, name, isSimulated }: Station,
): Promise<{ observedAt: number | null; total: RainTotal | undefined }> {
  await trx
    .insertInto('weather_station')
    .values({ farm_id: number, name, is_simulated: isSimulated ? 1 : 0 })
    .onConflict((c) => c.column('farm_id').doUpdateSet({ name }))
    .execute();
  const row = await trx
    .selectFrom('weather_station')
    .select(['observed_at as observedAt', 'rain_total_mm as mm', 'rain_total_at as at'])
    .where('farm_id', '=', number)
    .executeTakeFirstOrThrow();
  const { observedAt, mm, at } = row;
  return { observedAt, total: mm === null || at === null ? undefined : { mm, at } };
}

/** Converts measurements to readings; also returns the newest rain total, if any. */
function readingsOf(
  measurements: readonly Measurement[],
  known: { total: RainTotal | undefined },
  intervalMs: number,
): { readings: TypedReading[]; total: RainTotal | undefined } {
  const readings: TypedReading[] = [];
  let total = known.total;
  for (const { at, rainDayMm, ...measured } of measurements) {
    for (const [field, type] of Object.entries(measuredTypes)) {
      const value: unknown = Object(measured)[field];
      if (typeof value === 'number') readings.push({ type, at, value });
    }
    if (rainDayMm === null || rainDayMm === undefined || (total && at <= total.at)) continue;
    const next = { at, mm: rainDayMm };
    const rates = total ? rainBetween(total, next, intervalMs) : [];
    for (const rate of rates) readings.push({ type: 'RAINFALL', at: rate.at, value: rate.mmH });
    total = next;
  }
  return { readings, total };
}

/** The station's channels by type; creates the missing ones. */
async function channelsFor(
  trx: Trx,
  { number, name, intervalMs }: Station,
  types: ReadonlySet<ChannelTypeName>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('channel')
    .select(['type', 'channel_id as id'])
    .where('farm_id', '=', number)
    .execute();
  const channels = new Map(rows.map(({ type, id }) => [type, id]));
  for (const type of types) {
    if (channels.has(type)) continue;
    const id = await takeNumbers(trx, 'channel');
    await trx
      .insertInto('channel')
      .values({
        farm_id: number,
        channel_id: id,
        // No device belongs to it.
        device_id: 0,
        code: type.toLowerCase(),
        type,
        name: measuredNames[type] ?? channelTypes[type].label,
        area_name: name,
        interval_ms: intervalMs,
        created_at: now,
      })
      .execute();
    channels.set(type, id);
  }
  return channels;
}

/** A forecast that a service issued for a grid cell. */
type Issue = {
  cell: string;
  isSimulated: boolean;
  service: ForecastService;
  issuedAt: number;
  fetchedAt: number;
  hours: readonly HourForecast[];
};

/** Rows of one insert: SQLite takes 32,766 values in a statement. */
const ROWS = 500;

/** Stores an issue; replaces an existing one, because services correct their issues. */
export async function storeIssue({ db }: Store, issue: Issue): Promise<void> {
  const { cell, service, issuedAt: issued_at, fetchedAt: fetched_at } = issue;
  const is_simulated = issue.isSimulated ? 1 : 0;
  const key = { cell, is_simulated, service, issued_at } as const;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('forecast_issue')
      .values({ ...key, fetched_at })
      .onConflict((c) => c.columns(['cell', 'is_simulated', 'service', 'issued_at']).doUpdateSet({ fetched_at }))
      .execute();
    await trx
      .deleteFrom('forecast_hour')
      .where('cell', '=', cell)
      .where('is_simulated', '=', is_simulated)
      .where('service', '=', service)
      .where('issued_at', '=', issued_at)
      .execute();
    for (let from = 0; from < issue.hours.length; from += ROWS) {
      const rows = issue.hours.slice(from, from + ROWS).map((hour) => ({ ...key, ...rowOf(hour) }));
      await trx.insertInto('forecast_hour').values(rows).execute();
    }
  });
}

function rowOf({ at, ...hour }: HourForecast) {
  const [rain_min_mm, rain_max_mm, rain_mm] = amountOf(hour.rainMm);
  const [snow_min_cm, snow_max_cm, snow_cm] = amountOf(hour.snowCm);
  return {
    at,
    temperature_c: hour.temperatureC,
    day_min_c: hour.dayMinC,
    day_max_c: hour.dayMaxC,
    humidity_pct: hour.humidityPct,
    sky: hour.sky,
    precipitation_type: hour.precipitationType,
    probability_pct: hour.probabilityPct,
    rain_min_mm,
    rain_max_mm,
    rain_mm,
    snow_min_cm,
    snow_max_cm,
    snow_cm,
    wind_mps: hour.windMps,
    wind_deg: hour.windDeg,
  };
}

const amountOf = (amount: Amount | null) =>
  amount ? ([amount.min, amount.max, amount.value] as const) : ([null, null, null] as const);
