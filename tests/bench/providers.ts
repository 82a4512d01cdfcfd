import { spawn } from 'node:child_process';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stationsNear } from '#contract/farm/stations.ts';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { setWeather } from '#server/farm/commands.ts';
import { createEncrypter } from '#server/kernel/encrypt-at-rest.ts';
import { cellOf } from '#server/weather/places.ts';
import { createPoller } from '#server/weather/poller.ts';
import { dailyBudgets, findState } from '#server/weather/provider/state.ts';
import { freePort } from '../support/free-port.ts';
import { AMBIENT_KEY, PROVIDER_KEY } from '../support/services/providers.ts';
import { aFarm } from '../support/store/store.ts';
import { whole } from './machine.ts';

const FARMS = 1_000;
/** Farms with their own station in the timed part: each has an account, and all share the application's limit. */
const OWN = 60;
/** The inhabited area of Jeju, degrees; places on Hallasan or in the sea cost calls, too. */
const JEJU = { south: 33.2, north: 33.56, west: 126.16, east: 126.94 } as const;

const encrypter = createEncrypter('the secret of this bench, long enough');

/** A day of weather calls for a thousand farms all over Jeju with one key of each kind, on simulated services. */
export async function benchProviders(folder: string, root: string): Promise<void> {
  const services = await startServices(root);
  const store = await openStore(path.join(folder, 'onsil.db'));
  try {
    const cells = await settle(store);
    console.log(`  ${whole(FARMS)} farms in ${cells} cells of the grid, one key of each kind`);
    console.log(`    forecast: ${cells} cells x (24 + 24 + 8 issues) = ${whole(cells * 56)} calls a day, more where a`);
    console.log(`    page or a late issue is asked for again; budget ${whole(dailyBudgets['kma-forecast'])}`);
    console.log(
      `    hub: one call each two minutes for all stations = 720 a day; budget ${whole(dailyBudgets['kma-hub'])}`,
    );
    await aDay(store, services.url);
    await ownStations(store, services.url);
  } finally {
    services.stop();
    await store.close();
  }
}

/** Simulated services in a separate process, so that their work does not delay this one. */
async function startServices(root: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'scripts/providers.mjs'), '--port', String(port)], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let turn = 0; turn < 600; turn += 1) {
    if ((await fetch(`${url}/clock/0`).catch(() => undefined))?.ok) return { url, stop: () => void child.kill() };
    await sleep(100);
  }
  child.kill();
  throw new Error('the stand-ins did not start');
}

/** Farms on a lattice finer than the grid, each with its nearest station; returns the number of cells. */
async function settle(store: Store): Promise<number> {
  const cells = new Set<string>();
  const perRow = 40;
  for (let at = 0; at < FARMS; at += 1) {
    const latitude = JEJU.south + ((JEJU.north - JEJU.south) * Math.floor(at / perRow)) / (FARMS / perRow - 1);
    const longitude = JEJU.west + ((JEJU.east - JEJU.west) * (at % perRow)) / (perRow - 1);
    const farmId = await aFarm(store, { name: `농장 ${at}` });
    await store.db.updateTable('farm').set({ latitude, longitude }).where('farm_id', '=', farmId).execute();
    const [near] = stationsNear({ latitude, longitude });
    const stations = { publicStationId: near?.station.id ?? null, ambientMac: null };
    const keys = { apiKey: AMBIENT_KEY, applicationKey: 'a'.repeat(64) };
    const link = { ...stations, ...(at < OWN && { ambientKeys: keys }) };
    await store.db.transaction().execute((trx) => setWeather(trx, encrypter, farmId, link, 0));
    cells.add(cellOf({ latitude, longitude }));
  }
  return cells.size;
}

function aPoller(url: string, now: () => number) {
  const { weather: config } = readConfig({
    KMA_SERVICE_KEY: encodeURIComponent(PROVIDER_KEY),
    KMA_HUB_KEY: PROVIDER_KEY,
    KMA_BASE_URL: url,
    KMA_HUB_BASE_URL: url,
    AMBIENT_BASE_URL: url,
  });
  return createPoller({ config, encrypter, now, random: Math.random, log: pino({ level: 'warn' }) });
}

/** One Seoul day in steps of a minute, as fast as possible; the services' clock follows. */
async function aDay(store: Store, url: string): Promise<void> {
  const day = startOfSeoulDay(Date.now()) - DAY_MS;
  let now = day;
  const poller = aPoller(url, () => now);
  const held = monitorEventLoopDelay({ resolution: 5 });
  let peak = 0;
  const started = performance.now();
  held.enable();
  for (; now < day + DAY_MS; now += MINUTE_MS) {
    await fetch(`${url}/clock/${now - Date.now()}`);
    await poller.run(store, new AbortController().signal);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  held.disable();
  const last = now - MINUTE_MS;
  console.log(`  a day of polling in ${((performance.now() - started) / 1_000).toFixed(0)} s:`);
  for (const provider of ['kma-forecast', 'kma-hub', 'kma-asos'] as const) {
    const { used, failures } = await findState(store, { provider, key: PROVIDER_KEY }, last);
    const share = ((used / dailyBudgets[provider]) * 100).toFixed(1);
    console.log(
      `    ${provider.padEnd(13)} ${whole(used).padStart(6)} calls, ${share} % of its day, ${failures} failures`,
    );
  }
  const ms = (ns: number) => (ns / 1e6).toFixed(1);
  console.log(
    `    event loop held p50 ${ms(held.percentile(50))}  p99 ${ms(held.percentile(99))}  max ${ms(held.max)} ms, memory at most ${whole(peak / 1e6)} MB`,
  );
}

/** A round over accounts with own stations in real time, because the services count calls by the second. */
async function ownStations(store: Store, url: string): Promise<void> {
  await fetch(`${url}/clock/0`);
  const started = performance.now();
  const poller = aPoller(url, Date.now);
  await poller.runOwn(store, new AbortController().signal);
  const { used } = await findState(store, { provider: 'ambient', key: `${AMBIENT_KEY} ${'a'.repeat(64)}` }, Date.now());
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `    ambient       ${used} call for ${OWN} farms of one account in ${seconds.toFixed(1)} s; with an account each`,
  );
  console.log(
    `    ${whole(FARMS)} farms take ${whole(FARMS * 0.35)} s a round, ${(1 / 0.35).toFixed(2)} calls a second of 3 that one application may make`,
  );
  await poller.stop(store);
}
