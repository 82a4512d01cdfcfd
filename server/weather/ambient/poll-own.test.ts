import path from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { AMBIENT_KEY, type Providers, startProviders } from '../../../tests/support/services/providers.ts';
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

let now: number;
let store: Store;
let providers: Providers;
let poller: Poller;
let lines: string[];
const stopping = new AbortController().signal;

beforeEach(async () => {
  now = START;
  lines = [];
  store = await openStore(await placeOf(path.join(temporaryDir(), 'onsil.db')));
  onCleanup(() => store.close());
  providers = await startProviders({ now: () => now });
  onCleanup(() => providers.stop());
  providers.fail('realtime', 'down');
  const { weather: config } = readConfig({ AMBIENT_BASE_URL: providers.url });
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  poller = createPoller({ config, encrypter, now: () => now, random: () => 0.5, log, timeoutMs: 60_000 });
  onCleanup(() => poller.stop(store));
});

/** Runs the poller like the server, for this long by the test's clock. */
async function pollFor(lastsMs: number, everyMs = 15 * SECOND_MS): Promise<void> {
  for (const end = now + lastsMs; now < end; now += everyMs) await poller.runOwn(store, stopping);
}

const calls = () => providers.calls.filter(({ door }) => door === 'ambient');
const stateOf = (apiKey = AMBIENT_KEY) =>
  findState(store, { provider: 'ambient', key: `${apiKey} ${'a'.repeat(64)}` }, now);

/** A farm with its own station. */
const own = async (mac: string | null, apiKey = AMBIENT_KEY): Promise<number> => {
  const farmId = await aFarm(store);
  const stations = {
    publicStationId: null,
    ambientMac: mac,
    ambientKeys: { apiKey, applicationKey: 'a'.repeat(64) },
  };
  await store.db.transaction().execute((trx) => setWeather(trx, encrypter, farmId, stations, 0));
  return farmId;
};
const temperatureOf = async (farmId: number) => {
  const { ownStation } = await findPlaces(store, { stations: true, forecasts: true }, farmId);
  return (await findStationValues(store, ownStation)).find(({ type }) => type === 'TEMPERATURE');
};

describe('a farm’s own station', () => {
  it.each([
    ['rate', 'rate', 'HTTP 429 without a list'],
    ['html', 'retry', 'HTTP 502 without a list'],
    ['truncated', 'retry', 'HTTP 200 without a list'],
    ['key-refused', 'auth', 'apiKey-invalid'],
    ['no-station', 'empty', 'no station on the account'],
  ] as const)(
    'that meets with %s keeps its last values, and the failure is known for what it is',
    async (fault, failureKind, lastFailure) => {
      const farmId = await own(null);
      await poller.runOwn(store, stopping);
      const before = await temperatureOf(farmId);
      expect(before?.value).toBeTypeOf('number');
      now += MINUTE_MS;
      providers.fail('ambient', fault);
      await poller.runOwn(store, stopping);
      const state = await stateOf();
      expect(state).toMatchObject({ failureKind, lastFailure, failures: 1, lastSuccessAt: START });
      expect(await temperatureOf(farmId)).toEqual(before);
      expect(lines.join()).not.toContain(AMBIENT_KEY);
    },
  );

  it('is read from its account once a minute, of several the one with its address', async () => {
    const [named, first] = [await own('00:00:5E:00:53:02'), await own(null)];
    await pollFor(2 * MINUTE_MS);
    expect(calls()).toHaveLength(2);
    const [second, other] = [await temperatureOf(named), await temperatureOf(first)];
    expect(second).toMatchObject({ areaName: '농장 기상대', date: '2026-11-22T05:21:00.000Z' });
    expect((second?.value ?? 0) - (other?.value ?? 0)).toBeCloseTo(2, 0);
  });

  it('whose key is refused is left alone for an hour, and the others are read on', async () => {
    const [wrong, good] = [await own(null, 'w'.repeat(64)), await own('00:00:5E:00:53:02')];
    await pollFor(5 * MINUTE_MS, MINUTE_MS);
    expect(await stateOf('w'.repeat(64))).toMatchObject({
      used: 1,
      failureKind: 'auth',
    });
    expect(await temperatureOf(wrong)).toBeUndefined();
    expect(await temperatureOf(good)).toMatchObject({ date: '2026-11-22T05:24:00.000Z' });
    expect(lines.join()).not.toContain('w'.repeat(64));
  });
});

describe('a service that says for how long it wants no calls', () => {
  it('gets none until then, and one right after', async () => {
    providers.fail('ambient', 'rate');
    const farmId = await own(null);
    await pollFor(90 * SECOND_MS);
    expect(calls()).toHaveLength(1);
    expect(await stateOf()).toMatchObject({
      failureKind: 'rate',
      nextTryAt: START + 90_000,
    });
    providers.fail('ambient', undefined);
    await poller.runOwn(store, stopping);
    expect(await temperatureOf(farmId)).toBeDefined();
  });
});

describe('a clock that runs ahead', () => {
  const setAhead = (ms: number) => fetch(`${providers.url}/clock/${ms}`);

  it('of a farm’s own station is not believed: nothing is newer than now', async () => {
    const farmId = await own(null);
    await setAhead(10 * MINUTE_MS);
    await poller.runOwn(store, stopping);
    expect(await temperatureOf(farmId)).toBeUndefined();
    await setAhead(0);
    now += MINUTE_MS;
    await poller.runOwn(store, stopping);
    expect(await temperatureOf(farmId)).toMatchObject({ date: '2026-11-22T05:21:00.000Z' });
  });
});
