import { MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { storeMeasurements } from '../commands.ts';
import { ask, type ServiceDeps } from '../provider/ask.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { Fetched } from '../provider/fetch-bytes.ts';
import { keepRaw } from '../raw.ts';
import type { Station } from '../station.ts';
import { decodeHubText, type MinuteObservation, readMinuteTable } from './hub-text.ts';
import { baseOf } from './issue-time.ts';
import { readFailure } from './reply.ts';

/** One call returns the minute of every station in the country. */
export const STATION_INTERVAL_MS = 2 * MINUTE_MS;

/** A minute is published some time after it has passed; before that its rows have only missing values. */
const LAGS_MIN = [2, 5, 8] as const;

type StationDeps = ServiceDeps & { store: Store };
/** A station, with the number that the service gives it. */
export type WantedStation = { id: string; station: Station };

/** Fetches the measurements of the stations, every other minute; remembers between runs when it last asked. */
export function createStationPoll(): (deps: StationDeps, wanted: readonly WantedStation[]) => Promise<void> {
  let nextAt = 0;
  return async (deps, wanted) => {
    const now = deps.now();
    if (wanted.length === 0 || now < nextAt) return;
    nextAt = now + STATION_INTERVAL_MS;
    for (const lag of LAGS_MIN) {
      const minute = Math.floor(now / MINUTE_MS - lag) * MINUTE_MS;
      const asked = await askMinute(deps, minute);
      if ('failure' in asked && asked.failure.kind === 'no-data') continue;
      if ('value' in asked) await keep(deps, asked.value, wanted);
      return;
    }
  };
}

function askMinute(deps: StationDeps, minute: number) {
  const { key, baseUrl } = deps;
  const url = new URL(`${baseUrl}/api/typ01/cgi-bin/url/nph-aws2_min`);
  const { baseDate, baseTime } = baseOf(minute);
  const tm = `${baseDate}${baseTime}`;
  const query = { tm1: tm, tm2: tm, stn: '0', disp: '1', help: '0', authKey: key };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return ask(deps, { provider: 'kma-hub', key, url, read: readTable });
}

type Table = { rows: MinuteObservation[]; text: string };

function readTable({ status, bytes }: Fetched): { value: Table } | { failure: ProviderFailure } {
  const text = decodeHubText(bytes);
  const table = readMinuteTable(text);
  if ('rows' in table && table.rows.length > 0) return { value: { rows: table.rows, text } };
  if ('rows' in table) return { failure: { kind: 'no-data', code: null, message: 'no station has told this minute' } };
  if (table.problem === 'cut-off') return { failure: { kind: 'retry', code: null, message: 'the table breaks off' } };
  // Errors are UTF-8.
  return { failure: readFailure(status, new TextDecoder().decode(bytes)) };
}

async function keep(
  { store, now }: StationDeps,
  { rows, text }: Table,
  wanted: readonly WantedStation[],
): Promise<void> {
  const fetchedAt = now();
  const byId = new Map(rows.map((row) => [row.station, row]));
  const isWanted = (line: string) => wanted.some(({ id }) => line.split(/[\s,]+/)[1] === id);
  await keepRaw(store, 'nph-aws2_min', fetchedAt, text.split('\n').filter(isWanted).join('\n'));
  for (const { id, station } of wanted) {
    const row = byId.get(id);
    if (!row) continue;
    const { at, temperatureC, humidityPct, windMps, windDeg, pressureHpa, rainDayMm } = row;
    const measurement = { at, temperatureC, humidityPct, windMps, windDeg, pressureHpa, rainDayMm };
    await storeMeasurements(store, station, [measurement], fetchedAt);
  }
}
