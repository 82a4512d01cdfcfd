import path from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { AMBIENT_KEY, type Providers, startProviders } from '../../../tests/support/services/providers.ts';
import { itOnSqlite } from '../../../tests/support/store/it-on-sqlite.ts';
import { aFarm } from '../../../tests/support/store/store.ts';
import { placeOf } from '../../../tests/support/store/test-database.ts';
import { temporaryDir } from '../../../tests/support/temporary.ts';
import { readConfig } from '../../config.ts';
import { setWeather } from '../../farm/commands.ts';
import { createEncrypter } from '../../kernel/encrypt-at-rest.ts';
import { findPlaces } from '../places.ts';
import { createPoller, type Poller } from '../poller.ts';
import { findState } from '../provider/state.ts';
import { findStationValues } from '../queries.ts';

const START = Date.parse('2026-11-22T14:20:30+09:00');
const encrypter = createEncrypter('a secret of sixteen characters and more');
const stopping = new AbortController().signal;
const applicationKey = 'a'.repeat(64);

let now: number;
let file: string;
let store: Store;
let providers: Providers;
let poller: Poller;
let lines: string[];

function aPoller(on: Store): Poller {
  const { weather: config } = readConfig({ AMBIENT_BASE_URL: providers.url });
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const made = createPoller({
    config,
    encrypter,
    now: () => now,
    random: () => 0.5,
    log,
    timeoutMs: 60_000,
    retryMs: 20,
  });
  onCleanup(() => made.stop(on));
  return made;
}

const link = async (farmId: number, mac: string | null, keys = { apiKey: AMBIENT_KEY, applicationKey }) => {
  const stations = { publicStationId: null, ambientMac: mac, ambientKeys: keys };
  await store.db.transaction().execute((trx) => setWeather(trx, encrypter, farmId, stations, 0));
};
const own = async (mac: string | null, apiKey = AMBIENT_KEY): Promise<number> => {
  const farmId = await aFarm(store);
  await link(farmId, mac, { apiKey, applicationKey });
  return farmId;
};
const temperatureOf = async (farmId: number) => {
  const { ownStation } = await findPlaces(store, { stations: true, forecasts: true }, farmId);
  return (await findStationValues(store, ownStation)).find(({ type }) => type === 'TEMPERATURE');
};
const toldAt = async (farmId: number) => (await temperatureOf(farmId))?.date;
const askedFor = (door: string) => providers.calls.filter((call) => call.door === door);
const stateWith = (apiKey: string) =>
  findState(store, { provider: 'ambient', key: `${apiKey} ${applicationKey}` }, now);
const subscribed = () =>
  pollUntil(
    () => Promise.resolve(providers.realtime.subscribers()),
    (count) => count > 0,
  );
const round = () => poller.runOwn(store, stopping);
/** The stations push their measurements of a minute later. */
const tell = () => {
  now += MINUTE_MS;
  providers.realtime.tell();
};

beforeEach(async () => {
  now = START;
  lines = [];
  file = path.join(temporaryDir(), 'onsil.db');
  store = await openStore(await placeOf(file));
  onCleanup(() => store.close());
  providers = await startProviders({ now: () => now });
  onCleanup(() => providers.stop());
  poller = aPoller(store);
});

describe('an own station that tells by itself', () => {
  it('is kept as it tells, of several the farm’s own, and asked every quarter of an hour instead of every minute', async () => {
    const [named, first] = [await own('00:00:5E:00:53:02'), await own(null)];
    await round();
    await subscribed();
    for (let minute = 0; minute < 30; minute += 1) {
      tell();
      const date = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString();
      for (const farmId of [named, first]) {
        await pollUntil(
          () => toldAt(farmId),
          (at) => at === date,
        );
      }
      await round();
    }
    expect(askedFor('ambient')).toHaveLength(3);
    expect(askedFor('realtime')).toEqual([{ door: 'realtime', query: { api: '1' } }]);
    const [second, other] = [await temperatureOf(named), await temperatureOf(first)];
    expect((second?.value ?? 0) - (other?.value ?? 0)).toBeCloseTo(2, 0);
    expect(await stateWith(AMBIENT_KEY)).toMatchObject({ failures: 0, lastSuccessAt: now });
  });

  it('is listened to again after its connection broke off, and asked every minute while it cannot be', async () => {
    const farmId = await own(null);
    await round();
    await subscribed();
    providers.fail('realtime', 'down');
    now += MINUTE_MS;
    // Asked in the same minute, as soon as the broken connection is noticed.
    await pollUntil(
      async () => {
        await round();
        return askedFor('ambient').length;
      },
      (count) => count === 2,
    );
    for (let minute = 1; minute < 6; minute += 1) {
      now += MINUTE_MS;
      await round();
    }
    expect(askedFor('ambient')).toHaveLength(7);
    expect(await toldAt(farmId)).toBe('2026-11-22T05:26:00.000Z');
    providers.fail('realtime', undefined);
    await subscribed();
    tell();
    await pollUntil(
      () => toldAt(farmId),
      (at) => at === '2026-11-22T05:27:00.000Z',
    );
  });

  it('is heard at once, and asked meanwhile, after a clock that was ahead is set right', async () => {
    const farmId = await own(null);
    await round();
    await subscribed();
    tell();
    await pollUntil(
      () => toldAt(farmId),
      (at) => at === '2026-11-22T05:21:00.000Z',
    );
    const asked = askedFor('ambient').length;
    now -= 2 * HOUR_MS;
    await round();
    expect(askedFor('ambient').length).toBe(asked + 1);
    tell();
    const heard = () => store.db.selectFrom('reading').select('at').where('at', '<', now).execute();
    await pollUntil(heard, (rows) => rows.some(({ at }) => at === Date.parse('2026-11-22T03:22:00.000Z')));
  });

  it('that tells nonsense changes nothing, and is heard when it makes sense again', async () => {
    const farmId = await own(null);
    await round();
    await subscribed();
    const before = await temperatureOf(farmId);
    providers.fail('realtime', 'garbage');
    tell();
    providers.fail('realtime', undefined);
    tell();
    await pollUntil(
      () => toldAt(farmId),
      (at) => at === '2026-11-22T05:22:00.000Z',
    );
    const raw = await store.db.selectFrom('weather_raw').selectAll().execute();
    expect(JSON.stringify(raw)).not.toContain('"now');
    expect(before?.date).toBe('2026-11-22T05:20:00.000Z');
    expect(lines.join()).not.toContain('not kept');
  });

  it('is renewed after a quarter of an hour of silence on an open connection', async () => {
    await own(null);
    await round();
    await subscribed();
    // The answer to the subscription may come in only now, and is no silence.
    await pollUntil(
      async () => {
        now += 15 * MINUTE_MS;
        await round();
        return askedFor('realtime').length;
      },
      (count) => count >= 2,
    );
  });

  itOnSqlite('is listened to by one process: another waits until the first has gone', async () => {
    await own(null);
    await round();
    await subscribed();
    const other = await openStore(await placeOf(file));
    onCleanup(() => other.close());
    const second = aPoller(other);
    await second.runOwn(other, stopping);
    expect(providers.realtime.subscribers()).toBe(1);
    await poller.stop(store);
    await pollUntil(
      () => Promise.resolve(providers.realtime.subscribers()),
      (count) => count === 0,
    );
    await second.runOwn(other, stopping);
    await subscribed();
  });
});

describe('keys of an own station', () => {
  it('that are refused are not subscribed with, and corrected ones are used at once', async () => {
    const wrong = 'w'.repeat(64);
    const farmId = await own(null, wrong);
    await round();
    expect(await stateWith(wrong)).toMatchObject({ failureKind: 'auth', used: 1 });
    await pollUntil(
      () => Promise.resolve(askedFor('realtime').length),
      (count) => count === 1,
    );
    now += 30 * MINUTE_MS;
    await round();
    expect([askedFor('realtime').length, providers.realtime.subscribers()]).toEqual([1, 0]);
    await link(farmId, null);
    await round();
    await subscribed();
    expect(await toldAt(farmId)).toBe('2026-11-22T05:50:00.000Z');
    expect(lines.join()).not.toContain(wrong);
  });

  it('of an application that are put right are used at once, too', async () => {
    const farmId = await own(null);
    providers.fail('ambient', 'key-refused');
    await round();
    providers.fail('ambient', undefined);
    now += MINUTE_MS;
    await round();
    expect(askedFor('ambient')).toHaveLength(1);
    await link(farmId, null, { apiKey: AMBIENT_KEY, applicationKey: 'b'.repeat(64) });
    await round();
    expect(askedFor('ambient')).toHaveLength(2);
    expect(await toldAt(farmId)).toBe('2026-11-22T05:21:00.000Z');
  });

  it('of an account without a station have brought nothing, and it is said so', async () => {
    await own(null);
    providers.fail('realtime', 'down');
    providers.fail('ambient', 'no-station');
    await round();
    now += HOUR_MS;
    await round();
    expect(await stateWith(AMBIENT_KEY)).toMatchObject({
      failures: 2,
      failureKind: 'empty',
      lastFailure: 'no station on the account',
      lastSuccessAt: null,
    });
  });
});
