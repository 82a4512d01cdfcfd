import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { onCleanup } from '../../tests/support/on-cleanup.ts';
import {
  type Door,
  type Fault,
  PROVIDER_KEY,
  type Providers,
  startProviders,
} from '../../tests/support/services/providers.ts';
import { itOnSqlite } from '../../tests/support/store/it-on-sqlite.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { placeOf } from '../../tests/support/store/test-database.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { readConfig } from '../config.ts';
import { createEncrypter } from '../kernel/encrypt-at-rest.ts';
import { findForecast } from './forecast-queries.ts';
import { findPlaces } from './places.ts';
import { createPoller, type Poller } from './poller.ts';
import { dailyBudgets, findState, type ProviderName } from './provider/state.ts';
import { findStationValues } from './queries.ts';

const START = Date.parse('2026-11-22T14:20:30+09:00');
const encrypter = createEncrypter('a secret of sixteen characters and more');
const REAL = { stations: true, forecasts: true };

let now: number;
let file: string;
let store: Store;
let providers: Providers;
let poller: Poller;
let lines: string[];
const stopping = new AbortController().signal;

const KEYS = { KMA_SERVICE_KEY: encodeURIComponent(PROVIDER_KEY), KMA_HUB_KEY: PROVIDER_KEY };

/** Patient by default: an answer may take seconds on a busy machine, and none is then a failure of the service. */
async function aPoller(keys = KEYS, timeoutMs = 60_000) {
  const { url } = providers;
  const { weather: config } = readConfig({
    ...keys,
    KMA_BASE_URL: url,
    KMA_HUB_BASE_URL: `${url}/`,
    AMBIENT_BASE_URL: url,
  });
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  return createPoller({ config, encrypter, now: () => now, random: () => 0.5, log, timeoutMs });
}

async function aLinkedFarm(stationId: string, at = { latitude: 33.2785, longitude: 126.6608 }): Promise<number> {
  const farmId = await aFarm(store);
  await store.db.updateTable('farm').set(at).where('farm_id', '=', farmId).execute();
  await store.db
    .insertInto('weather_link')
    .values({ farm_id: farmId, public_station_id: stationId, ambient_mac: null, ambient_keys: null, updated_at: 0 })
    .execute();
  return farmId;
}

/** Runs the poller like the server, for this long by the test's clock. */
async function pollFor(lastsMs: number, everyMs = 15 * SECOND_MS): Promise<void> {
  for (const end = now + lastsMs; now < end; now += everyMs) await poller.run(store, stopping);
}

const callsOf = (door: Door) => providers.calls.filter((call) => call.door === door);
const stateOf = (provider: ProviderName, key = PROVIDER_KEY) => findState(store, { provider, key }, now);
const placesOf = (farmId: number) => findPlaces(store, REAL, farmId);

beforeEach(async () => {
  now = START;
  lines = [];
  file = path.join(temporaryDir(), 'onsil.db');
  store = await openStore(await placeOf(file));
  onCleanup(() => store.close());
  providers = await startProviders({ now: () => now });
  onCleanup(() => providers.stop());
  poller = await aPoller();
  onCleanup(() => poller.stop(store));
});

describe('the services', () => {
  it('are asked once an issue for all farms of a cell, and every two minutes for all stations', async () => {
    const [first, second] = [await aLinkedFarm('189'), await aLinkedFarm('184')];
    await pollFor(4 * MINUTE_MS);
    expect(callsOf('forecast').map(({ query }) => `${query.base_date} ${query.base_time}`)).toEqual(
      expect.arrayContaining(['20261122 1400', '20261122 1330', '20261122 1400']),
    );
    expect(callsOf('forecast')).toHaveLength(3);
    expect(callsOf('hub').map(({ query }) => [query.tm1, query.stn])).toEqual([
      ['202611221418', '0'],
      ['202611221420', '0'],
    ]);
    for (const farmId of [first, second]) {
      const { publicStation } = await placesOf(farmId);
      const [temperature] = await findStationValues(store, publicStation);
      expect(temperature).toMatchObject({ type: 'TEMPERATURE', date: '2026-11-22T05:20:00.000Z' });
      expect(temperature?.value).toBeTypeOf('number');
      const { hours, issuedAt, source } = await findForecast(store, await placesOf(farmId), '2026-11-23');
      expect(hours).toHaveLength(24);
      expect([issuedAt, source.isSimulated]).toEqual(['2026-11-22T05:00:00.000Z', false]);
    }
    expect(await stateOf('kma-forecast')).toMatchObject({ used: 3, failures: 0, lastFailure: null });
  });

  it('late with an issue give the one before, and the new one once it is there', async () => {
    const farmId = await aLinkedFarm('189');
    providers.fail('forecast', 'late');
    await poller.run(store, stopping);
    const issued = async () => (await findForecast(store, await placesOf(farmId), '2026-11-23')).issuedAt;
    expect(await issued()).toBe('2026-11-22T02:00:00.000Z');
    providers.fail('forecast', undefined);
    await pollFor(6 * MINUTE_MS, MINUTE_MS);
    expect(await issued()).toBe('2026-11-22T05:00:00.000Z');
  });

  it('with an issue of missing values alone stay at the one before', async () => {
    const farmId = await aLinkedFarm('189');
    await poller.run(store, stopping);
    const before = await findForecast(store, await placesOf(farmId), '2026-11-23');
    providers.fail('forecast', 'missing');
    now += 3 * HOUR_MS;
    await poller.run(store, stopping);
    expect(await findForecast(store, await placesOf(farmId), '2026-11-23')).toEqual(before);
    expect(await stateOf('kma-forecast')).toMatchObject({ failures: 0, nextTryAt: null });
  });

  it('fill by the hour what was not heard of the last 30 days, a day in a round, yesterday first', async () => {
    const farmId = await aLinkedFarm('189');
    await poller.run(store, stopping);
    expect(callsOf('asos').map(({ query }) => [query.startDt, query.stnIds])).toEqual([['20261121', '189']]);
    const { publicStation } = await placesOf(farmId);
    const rows = await store.db
      .selectFrom('rollup')
      .select('start')
      .where('farm_id', '=', publicStation?.number ?? 0)
      .where('width', '=', HOUR_MS)
      .where('start', '>=', Date.parse('2026-11-21T00:00+09:00'))
      .where('start', '<', Date.parse('2026-11-22T00:00+09:00'))
      .groupBy('start')
      .execute();
    expect(rows).toHaveLength(24);
    await pollFor(10 * MINUTE_MS);
    const days = callsOf('asos').map(({ query }) => query.startDt);
    expect([days.length, new Set(days).size, days.at(-1)]).toEqual([30, 30, '20261023']);
  });

  it('are asked again for the hours of a day whose answer was lost', async () => {
    await aLinkedFarm('189');
    providers.fail('asos', 'html');
    await poller.run(store, stopping);
    providers.fail('asos', undefined);
    now += HOUR_MS;
    await pollFor(MINUTE_MS);
    const days = callsOf('asos').map(({ query }) => query.startDt);
    expect(days.slice(0, 2)).toEqual(['20261121', '20261121']);
    expect(days.filter((day) => day === '20261121')).toHaveLength(2);
  });

  itOnSqlite('are asked again for a day whose answer could not be stored', async () => {
    await aLinkedFarm('189');
    await sql`create trigger full before insert on weather_raw when new.source like 'getWthrDataList%'
      begin select raise(abort, 'no room'); end`.execute(store.db);
    await expect(poller.run(store, stopping)).rejects.toThrow('no room');
    await sql`drop trigger full`.execute(store.db);
    await pollFor(MINUTE_MS);
    const days = callsOf('asos').map(({ query }) => query.startDt);
    expect(days.slice(0, 3)).toEqual(['20261121', '20261121', '20261120']);
  });

  it('with the portal’s key alone give stations the observation of their cell', async () => {
    const farmId = await aLinkedFarm('189');
    poller = await aPoller({ KMA_SERVICE_KEY: PROVIDER_KEY, KMA_HUB_KEY: '' });
    await poller.run(store, stopping);
    expect(callsOf('hub')).toEqual([]);
    const [temperature] = await findStationValues(store, (await placesOf(farmId)).publicStation);
    expect(temperature).toMatchObject({ type: 'TEMPERATURE', date: '2026-11-22T05:00:00.000Z' });
  });

  it('are asked for the whole of Jeju within a day’s calls of one key', () => {
    // The island's cells with the sea around it: the most that farms can lie in.
    const cells = (60 - 46 + 1) * (39 - 32 + 1);
    const issues = 24 + 24 + 8;
    expect(cells * issues).toBeLessThan(dailyBudgets['kma-forecast']);
    expect(DAY_MS / (2 * MINUTE_MS)).toBeLessThan(dailyBudgets['kma-hub']);
  });
});

describe('a service that fails', () => {
  const kinds: readonly [Door, ProviderName, Fault, string][] = [
    ['forecast', 'kma-forecast', 'slow', 'retry'],
    ['forecast', 'kma-forecast', 'empty', 'retry'],
    ['forecast', 'kma-forecast', 'html', 'retry'],
    ['forecast', 'kma-forecast', 'truncated', 'retry'],
    ['forecast', 'kma-forecast', 'wrong-charset', 'retry'],
    ['forecast', 'kma-forecast', 'xml', 'retry'],
    ['forecast', 'kma-forecast', 'rate', 'rate'],
    ['forecast', 'kma-forecast', 'down', 'retry'],
    ['hub', 'kma-hub', 'truncated', 'retry'],
    ['hub', 'kma-hub', 'html', 'retry'],
    ['hub', 'kma-hub', 'key-refused', 'auth'],
  ];
  it.each(kinds)(
    '%s (%s): %s is known for what it is, and the last values stay',
    async (door, provider, fault, kind) => {
      const farmId = await aLinkedFarm('189');
      await poller.run(store, stopping);
      const { publicStation } = await placesOf(farmId);
      const before = await findStationValues(store, publicStation);
      now += HOUR_MS;
      providers.fail(door, fault);
      const asking = fault === 'slow' ? await aPoller(KEYS, 100) : poller;
      await asking.run(store, stopping);
      const { failureKind, lastFailure, failures } = await stateOf(provider);
      expect({ failureKind, isCounted: failures > 0 }).toEqual({ failureKind: kind, isCounted: true });
      expect(lastFailure).toMatch(/^.{1,140}$/);
      // Not even the beginning of the key, from an error page that repeats the requested address.
      expect(lastFailure).not.toContain('a%2B');
      if (door === 'hub') expect(await findStationValues(store, publicStation)).toEqual(before);
      expect((await findForecast(store, await placesOf(farmId), '2026-11-23')).hours).toHaveLength(24);
      providers.fail(door, undefined);
      now += HOUR_MS;
      await pollFor(MINUTE_MS);
      expect(await stateOf(provider)).toMatchObject({ failures: 0, nextTryAt: null });
    },
  );

  it('is asked less and less often: no more than 12 times in an hour of being down', async () => {
    await aLinkedFarm('189');
    providers.fail('hub', 'down');
    await pollFor(HOUR_MS, MINUTE_MS);
    expect(callsOf('hub').length).toBeGreaterThan(3);
    expect(callsOf('hub').length).toBeLessThanOrEqual(12);
  });

  it('by sending elsewhere is not followed, because the address holds the key', async () => {
    await aLinkedFarm('189');
    providers.fail('hub', 'redirect');
    await poller.run(store, stopping);
    expect(callsOf('ambient')).toEqual([]);
    expect(await stateOf('kma-hub')).toMatchObject({ failureKind: 'retry', lastFailure: 'unexpected redirect' });
  });

  it('with all others for a whole night costs a few calls an hour, and comes back without a storm', async () => {
    await aLinkedFarm('189');
    await pollFor(10 * MINUTE_MS);
    const all: readonly Door[] = ['forecast', 'hub', 'asos'];
    for (const door of all) providers.fail(door, 'down');
    providers.calls.length = 0;
    await pollFor(14 * HOUR_MS, MINUTE_MS);
    expect(callsOf('hub').length).toBeLessThanOrEqual(14 * 4);
    expect(providers.calls.length).toBeLessThanOrEqual(14 * 20);
    for (const door of all) providers.fail(door, undefined);
    providers.calls.length = 0;
    await pollFor(HOUR_MS, MINUTE_MS);
    // Every two minutes, and each forecast that is new in this hour with the one it follows.
    expect(callsOf('hub').length).toBeLessThanOrEqual(31);
    expect(callsOf('forecast').length).toBeLessThanOrEqual(6);
    for (const name of ['kma-hub', 'kma-forecast'] as const) {
      expect(await stateOf(name)).toMatchObject({ failures: 0, nextTryAt: null });
    }
  });

  it('with its day’s calls used up is left alone until the next Seoul midnight', async () => {
    await aLinkedFarm('189');
    providers.fail('hub', 'quota');
    await pollFor(9 * HOUR_MS, 10 * MINUTE_MS);
    expect(callsOf('hub')).toHaveLength(1);
    expect((await stateOf('kma-hub')).nextTryAt).toBe(Date.parse('2026-11-23T00:02:30+09:00'));
    providers.fail('hub', undefined);
    await pollFor(HOUR_MS, 10 * MINUTE_MS);
    expect(await stateOf('kma-hub')).toMatchObject({ failures: 0 });
  });

  it('refusing a key is asked once an hour, and nobody reads the key anywhere', async () => {
    await aLinkedFarm('189');
    const wrong = 'a wrong+key/of=mine';
    poller = await aPoller({ KMA_SERVICE_KEY: wrong, KMA_HUB_KEY: wrong });
    await pollFor(2 * HOUR_MS, 5 * MINUTE_MS);
    // Three forecast calls are sent before the first refusal arrives, so only the hub is counted.
    expect(callsOf('hub')).toHaveLength(2);
    expect(await stateOf('kma-forecast', wrong)).toMatchObject({ failureKind: 'auth', lastSuccessAt: null });
    const rows = JSON.stringify(await store.db.selectFrom('provider_state').selectAll().execute());
    for (const form of [wrong, encodeURIComponent(wrong), 'wrong']) expect(rows + lines.join()).not.toContain(form);
  });
});

describe('a clock that runs ahead', () => {
  const setAhead = (ms: number) => fetch(`${providers.url}/clock/${ms}`);

  it('of a public station is not believed: nothing is newer than now', async () => {
    const farmId = await aLinkedFarm('189');
    const { publicStation } = await placesOf(farmId);
    await poller.run(store, stopping);
    const before = await findStationValues(store, publicStation);
    providers.fail('hub', 'ahead');
    now += 2 * MINUTE_MS;
    await poller.run(store, stopping);
    expect(callsOf('hub')).toHaveLength(2);
    expect(await findStationValues(store, publicStation)).toEqual(before);
  });

  it('of ours finds no minute yet, which is an answer and nothing received', async () => {
    await aLinkedFarm('189');
    await poller.run(store, stopping);
    const { lastSuccessAt } = await stateOf('kma-hub');
    expect(lastSuccessAt).toBe(START);
    await setAhead(-HOUR_MS);
    await pollFor(20 * MINUTE_MS, MINUTE_MS);
    expect(callsOf('hub').length).toBeGreaterThan(10);
    expect(await stateOf('kma-hub')).toMatchObject({ failures: 0, lastSuccessAt });
  });
});

describe('what is counted', () => {
  it('outlives a restart: a key that has made its calls of the day makes no more', async () => {
    await aLinkedFarm('189');
    await poller.run(store, stopping);
    await store.db
      .updateTable('provider_state')
      .set({ used: dailyBudgets['kma-hub'] })
      .where('provider', '=', 'kma-hub')
      .execute();
    poller = await aPoller();
    await pollFor(HOUR_MS, 10 * MINUTE_MS);
    expect(callsOf('hub')).toHaveLength(1);
    expect(await stateOf('kma-hub')).toMatchObject({ failureKind: 'quota' });
    now = Date.parse('2026-11-23T00:10+09:00');
    await poller.run(store, stopping);
    expect([callsOf('hub').length, (await stateOf('kma-hub')).used, seoulDate(now)]).toEqual([2, 1, '2026-11-23']);
  });

  itOnSqlite('is asked by one process: another on the same database waits until the first has gone', async () => {
    await aLinkedFarm('189');
    const other = await openStore(await placeOf(file));
    onCleanup(() => other.close());
    const second = await aPoller();
    await poller.run(store, stopping);
    const made = providers.calls.length;
    now += HOUR_MS - 1;
    await poller.run(store, stopping);
    now += 10 * MINUTE_MS;
    await poller.run(store, stopping);
    const asked = providers.calls.length;
    expect(asked).toBeGreaterThan(made);
    await second.run(other, stopping);
    expect(providers.calls).toHaveLength(asked);
    await poller.stop(store);
    now += 2 * MINUTE_MS;
    await second.run(other, stopping);
    expect(providers.calls.length).toBeGreaterThan(asked);
  });
});
