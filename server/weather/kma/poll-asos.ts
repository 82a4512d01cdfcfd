import { DAY_MS, HOUR_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { MAX_PAST_NIGHTS } from '#contract/weather/outlook.ts';
import type { Store } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import { listChannels } from '../../monitor/queries.ts';
import { storeMeasurements } from '../commands.ts';
import type { ServiceDeps } from '../provider/ask.ts';
import type { FailureKind } from '../provider/failure.ts';
import { keepRaw } from '../raw.ts';
import { askPortal } from './ask-portal.ts';
import { readAsosHours } from './asos.ts';
import { baseOf } from './issue-time.ts';
import type { WantedStation } from './poll-stations.ts';

/** The synoptic stations of Jeju; the hourly table has no others. */
const SYNOPTIC = ['184', '185', '188', '189'];
/** The table of a day is available on the next morning. */
const READY_AFTER_MS = 11 * HOUR_MS;
const HOURS = 24;
/** Delay before asking again for a day after a failure. */
const FAILED_MS = HOUR_MS;
/** Failures after which the same question would fail again. */
const settling: readonly FailureKind[] = ['no-data', 'bad-request'];

type AsosDeps = ServiceDeps & { store: Store };

/** How many days back the outlook compares nights. */
const BACK_DAYS = MAX_PAST_NIGHTS;

/**
 * Fills hours of the last days without measurements, one day and station per run. What was answered is not asked for
 * again, what failed is after a while.
 */
export function createAsosPoll(): (deps: AsosDeps, wanted: readonly WantedStation[]) => Promise<void> {
  const notBefore = new Map<string, number>();
  return async (deps, wanted) => {
    const now = deps.now();
    const today = startOfSeoulDay(now);
    if (now < today + READY_AFTER_MS) return;
    for (const { id, station } of wanted) {
      if (!SYNOPTIC.includes(id)) continue;
      const days = Array.from({ length: BACK_DAYS }, (_, back) => today - (back + 1) * DAY_MS);
      const next = await firstLacking(
        deps.store,
        station.number,
        days,
        (day) => (notBefore.get(`${id} ${day}`) ?? 0) > now,
      );
      if (!next) continue;
      const { day, missing } = next;
      const asked = await askDay(deps, id, day);
      if ('isPaused' in asked) return;
      const settle = (isSettled: boolean) =>
        notBefore.set(`${id} ${day}`, isSettled ? Number.POSITIVE_INFINITY : now + FAILED_MS);
      if ('failure' in asked) {
        settle(settling.includes(asked.failure.kind));
        continue;
      }
      const filling = readAsosHours(asked.value.items).filter(({ at }) => missing.has(at));
      await keepRaw(deps.store, `getWthrDataList ${id}`, deps.now(), asked.value.text);
      await storeMeasurements(deps.store, station, filling, deps.now());
      settle(true);
    }
  };
}

/** The newest of these days with missing hours that is due. */
async function firstLacking(store: Store, number: number, days: readonly number[], isNotDue: (day: number) => boolean) {
  for (const day of days) {
    if (isNotDue(day)) continue;
    const missing = await hoursWithout(store, number, day);
    if (missing.size > 0) return { day, missing };
  }
  return undefined;
}

/** The starts of a day's hours without a temperature. */
async function hoursWithout(store: Store, number: number, day: number): Promise<ReadonlySet<number>> {
  const channel = (await listChannels(store, number)).find(({ type }) => type === 'TEMPERATURE');
  const asked = { resolution: '1h', begin: day, end: day + DAY_MS } as const;
  const known = new Set(channel ? (await listPoints(store, { channel, ...asked })).map(([at]) => at) : []);
  const hours = Array.from({ length: HOURS }, (_, hour) => day + hour * HOUR_MS);
  return new Set(hours.filter((at) => !known.has(at)));
}

function askDay(deps: AsosDeps, id: string, day: number) {
  const { baseDate: date } = baseOf(day);
  const range = { startDt: date, startHh: '00', endDt: date, endHh: '23', stnIds: id };
  return askPortal(deps, {
    provider: 'kma-asos',
    path: 'AsosHourlyInfoService/getWthrDataList',
    query: { dataCd: 'ASOS', dateCd: 'HR', ...range },
    page: 1,
    rows: HOURS,
  });
}
