import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { allEnded } from '../all-ended.ts';
import { storeIssue, storeMeasurements } from '../commands.ts';
import type { ProviderResult, ServiceDeps } from '../provider/ask.ts';
import { keepRaw } from '../raw.ts';
import type { Measurement, Station } from '../station.ts';
import { askPortal } from './ask-portal.ts';
import { type HourForecast, readHours } from './forecast.ts';
import { baseOf, type ForecastService, forecastServices, issueBefore, newestIssue } from './issue-time.ts';

/** Parallel calls: the farms of Jeju lie in some ninety cells. */
const AT_A_TIME = 4;
const ROWS = 1_000;
const MOST_PAGES = 3;
/** Delay before asking again for a late issue; the longer one after a refusal. */
const LATE_MS = 5 * MINUTE_MS;
const REFUSED_MS = 30 * MINUTE_MS;
/** How many issues back it tries when the newest are late. */
const STEPS_BACK = 2;

type ForecastDeps = ServiceDeps & { store: Store };
/** A cell whose forecast is needed, with the stations in it that have no source but the cell's observation. */
export type WantedCell = { cell: string; stations: readonly Station[] };

/** Fetches the newest issues of the cells; remembers between runs which issues are late. */
export function createForecastPoll(): (deps: ForecastDeps, wanted: readonly WantedCell[]) => Promise<void> {
  const notBefore = new Map<string, number>();
  return async (deps, wanted) => {
    const now = deps.now();
    const known = await newestKnown(deps.store);
    const due = wanted.flatMap((place) =>
      forecastServices.flatMap((service) => {
        const name = `${place.cell} ${service}`;
        const have = known.get(name) ?? 0;
        const isDue = newestIssue(service, now) > have && (notBefore.get(name) ?? 0) <= now;
        return isDue ? [{ ...place, service, have, name }] : [];
      }),
    );
    const work = async () => {
      for (let task = due.shift(); task; task = due.shift()) {
        const waitMs = await bring(deps, task);
        if (waitMs > 0) notBefore.set(task.name, deps.now() + waitMs);
      }
    };
    await allEnded(Array.from({ length: AT_A_TIME }, work));
  };
}

async function newestKnown({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('forecast_issue')
    .select(['cell', 'service', (eb) => eb.fn.max('issued_at').as('issuedAt')])
    .where('is_simulated', '=', 0)
    .groupBy(['cell', 'service'])
    .execute();
  return new Map(rows.map(({ cell, service, issuedAt }) => [`${cell} ${service}`, issuedAt]));
}

type Task = WantedCell & { service: ForecastService; have: number };

/** Fetches the newest available issue; returns how long not to ask again, ms. */
async function bring(deps: ForecastDeps, { cell, stations, service, have }: Task): Promise<number> {
  const newest = newestIssue(service, deps.now());
  let issue = newest;
  for (let step = 0; step <= STEPS_BACK && issue > have; step += 1, issue = issueBefore(service, issue)) {
    const asked = await askIssue(deps, { cell, service, issue });
    if ('isPaused' in asked) return 0;
    if ('failure' in asked) {
      if (asked.failure.kind === 'no-data') continue;
      return asked.failure.kind === 'bad-request' ? REFUSED_MS : 0;
    }
    const fetchedAt = deps.now();
    const { hours, odd } = asked.value;
    if (odd > 0) deps.log.warn({ service, cell, odd }, 'items of a forecast were not as they should be');
    await storeIssue(deps.store, { cell, isSimulated: false, service, issuedAt: issue, fetchedAt, hours });
    if (service === 'getUltraSrtNcst') await storeObserved(deps.store, stations, hours, fetchedAt);
    return issue === newest ? 0 : LATE_MS;
  }
  return LATE_MS;
}

type Issue = { cell: string; service: ForecastService; issue: number };

async function askIssue(
  deps: ForecastDeps,
  asked: Issue,
): Promise<ProviderResult<{ hours: HourForecast[]; odd: number }>> {
  const items: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const got = await askPage(deps, asked, page);
    if (!('value' in got)) return got;
    items.push(...got.value.items);
    await keepRaw(deps.store, `${asked.service} ${asked.cell} ${page}`, deps.now(), got.value.text);
    if (items.length >= got.value.totalCount || got.value.items.length === 0) break;
  }
  const { hours, odd } = readHours(asked.service, items);
  // An issue of missing values alone would make the values before it look newer than they are.
  const hasValue = ({ at: _, ...values }: HourForecast) => Object.values(values).some((value) => value !== null);
  if (hours.some(hasValue)) return { value: { hours, odd } };
  return { failure: { kind: 'no-data', code: null, message: 'no readable values' } };
}

function askPage(deps: ForecastDeps, { cell, service, issue }: Issue, page: number) {
  const { baseDate: base_date, baseTime: base_time } = baseOf(issue);
  const [nx = '', ny = ''] = cell.split('-');
  return askPortal(deps, {
    provider: 'kma-forecast',
    path: `VilageFcstInfoService_2.0/${service}`,
    query: { base_date, base_time, nx, ny },
    page,
    rows: ROWS,
  });
}

/** Stores the observation of a cell as measurements of its stations. Rain belongs to the hour before it. */
async function storeObserved(
  store: Store,
  stations: readonly Station[],
  hours: readonly HourForecast[],
  fetchedAt: number,
): Promise<void> {
  const measurements: Measurement[] = hours.flatMap(({ at, rainMm, temperatureC, humidityPct, windMps, windDeg }) => [
    { at: at - HOUR_MS, rainMmH: rainMm?.value ?? null },
    { at, temperatureC, humidityPct, windMps, windDeg },
  ]);
  for (const station of stations) await storeMeasurements(store, station, measurements, fetchedAt);
}
