import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { endpoints } from '#contract/endpoints.ts';
import { tilesOf } from '#contract/series/tile.ts';
import { DAY_MS, MINUTE_MS, type Resolution, seoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import type { Store } from '#server/db/open.ts';
import { createDevice } from '#server/device/commands.ts';
import { createDeviceCache } from '#server/device/device-cache.ts';
import { makePeriods } from '#server/statistics/make-periods.ts';
import { aGate } from '../support/server/gate.ts';
import { aFarm } from '../support/store/store.ts';
import { houseTypes, LOGIN, PASSWORD, withServer } from './bench-store.ts';
import { httpClient, signInAs } from './http-client.ts';
import { type ManyFarms, monthOf, seedManyFarms } from './many-farms.ts';
import { readings } from './readings.ts';

const FARMS = 600;
/** Houses of the large farm, and days of its readings. */
const HOUSES = 10;
const DAYS = 16;
/** Lines of each log. */
const LINES = 50_000;
const TURNS = 5;
/** No question may hold the thread for longer. */
const MOST_MS = 50;

type Large = { farmId: number; deviceId: number; channels: number[]; humidity: number };

/**
 * The longest turn of the event loop, in processor time, for each question of the contract, asked by an administrator
 * of six hundred farms, one of which has eighty sensors. Lists and ranges are as long as they may be.
 */
export async function benchReads(folder: string, root: string): Promise<void> {
  if (!existsSync('/proc/self/schedstat'))
    return console.log('  only on Linux: it reads the processor time of a thread');
  const many = await seedManyFarms(path.join(folder, 'data'), FARMS);
  const { store } = many;
  await store.db.updateTable('user').set({ authority: 'ROLE_ADMINISTER' }).where('login', '=', LOGIN).execute();
  const large = await seedLarge(store);
  await addLines(store, large.farmId);
  await makePeriods(store);
  await store.close();
  const told = path.join(folder, 'turns');
  const watching = {
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(root, 'tests/bench/longest-turn.mjs')).href}`,
    TURNS: told,
  };
  const ask = async ({ url, pid }: { url: string; pid: number }) => {
    const client = httpClient(url);
    const { token } = await signInAs(url, LOGIN, PASSWORD);
    const figures: { longest: number; line: string }[] = [];
    for (const [title, question] of questions(many, large)) {
      const holds: number[] = [];
      let came = '';
      for (let turn = 0; turn < TURNS; turn += 1) {
        await longestTurn(pid, told);
        const { status, text } = await client.get(question, token);
        holds.push(await longestTurn(pid, told));
        came = status === 200 ? `${Math.round(text().length / 1_000)} kB` : `answered ${status}`;
      }
      const [longest, least] = [Math.max(...holds), Math.min(...holds)];
      const line = `${longest > MOST_MS ? '!' : ' '} ${title.padEnd(34)} ${least} to ${longest} ms; ${came}`;
      figures.push({ longest, line });
    }
    for (const { line } of figures.sort((a, b) => b.longest - a.longest)) console.log(`  ${line}`);
    client.close();
  };
  await withServer(many.dataDir, ask, watching);
}

/** The longest turn since the last call, ms. */
async function longestTurn(pid: number, told: string): Promise<number> {
  rmSync(told, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const [, ms] = (existsSync(told) && /^(\S+) ms$/.exec(readFileSync(told, 'utf8'))) || [];
    if (ms !== undefined) return Number(ms);
    await sleep(2);
  }
}

async function seedLarge(store: Store): Promise<Large> {
  const farmId = await aFarm(store, { name: 'large' });
  const channels = Array.from({ length: HOUSES }, (_, house) =>
    houseTypes.map((type) => {
      const code = `${type.toLowerCase()}_${house + 1}`;
      return { code, type, name: code, areaName: `${house + 1}동`, intervalMs: MINUTE_MS };
    }),
  ).flat();
  const device = await createDevice(store, { farmId, code: 'n1', name: 'n1', channels }, Date.now());
  const known = await createDeviceCache(store).byKey(device.key);
  if (!known) throw new Error('its key is not known');
  const gate = aGate(store);
  const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const all = readings(channels.length, { from: startOfSeoulDay(to) - DAYS * DAY_MS, to });
  for (let isOver = false; !isOver; ) {
    const batch: unknown[] = [];
    while (batch.length < 20_000 && !isOver) {
      const { value: one } = all.next();
      if (one) batch.push({ sensor: channels[one.sensor]?.code, at: one.at, value: one.value });
      else isOver = true;
    }
    await gate.accept(known, batch);
  }
  const humidity = device.channels.get('humidity_1') ?? 0;
  return { farmId, deviceId: device.deviceId, channels: [...device.channels.values()], humidity };
}

async function addLines({ db }: Store, farmId: number): Promise<void> {
  const begun = Date.now() - LINES * MINUTE_MS;
  for (let from = 0; from < LINES; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, n) => ({ n: from + n, at: begun + (from + n) * MINUTE_MS }));
    const audit = lines.map(({ n, at }) => ({
      ...{ farm_id: farmId, audit_id: 1_000_000 + n, at, user_id: 1, login: LOGIN, request_id: `${n}` },
      ...{ action: 'farm.update', subject_id: `${farmId}`, subject_name: 'large' },
      ...{ before: '{"farmName":"large"}', after: '{"farmName":"larger"}' },
    }));
    const decisions = lines.map(({ n, at }) => ({
      ...{ farm_id: farmId, decision_id: n, at, rule_id: null, channel_id: null, layer: 'rule' },
      ...{ outcome: 'started', reason: 'FROST', figures: '[]', by: null, command_id: null },
    }));
    await db.insertInto('audit').values(audit).execute();
    await db.insertInto('decision').values(decisions).execute();
  }
}

type Asked = { params?: Record<string, unknown>; query?: Record<string, unknown> };

/** Every GET of the contract but streams, files, and single things of which this store has none. */
function questions(many: ManyFarms, large: Large): [title: string, url: string][] {
  const asked = new Map(Object.entries(inputs(many, large)));
  const lists: Asked[] = [{ size: 500 }, { size: 500, search: '7' }, { size: 500, page: 20 }].map((query) => ({
    query,
  }));
  return Object.entries<Endpoint>(endpoints)
    .filter(
      ([, { method, path: at, who }]) => method === 'GET' && who !== 'device' && !/\{(id|code)\}\/file|live$/.test(at),
    )
    .flatMap(([name, endpoint]) => {
      const isPlain = !endpoint.path.includes('{');
      const isList = /\/(manage|admin)\/[a-z-]+$/.test(endpoint.path);
      const given = asked.get(name) ?? (isList ? lists : isPlain ? [{}] : ofFarm(endpoint.path, large.farmId));
      return given.map(({ params, query }, n): [string, string] => [
        given.length > 1 ? `${name} ${n + 1}` : name,
        urlOf(endpoint, params, query),
      ]);
    });
}

/** The question about a farm, where its path names nothing else. */
function ofFarm(template: string, farmId: number): Asked[] {
  const names = [...template.matchAll(/(\S+?)\{(\w+)\}/g)].map(([, before = '', name = '']) => ({ before, name }));
  const isFarm = /\/(farms|stations|record|last-value|push-address|forecast-record|simple-weather)\/$/;
  return names.every(({ before, name }) => name.startsWith('farm') || isFarm.test(before))
    ? [{ params: Object.fromEntries(names.map(({ name }) => [name, farmId])) }]
    : [];
}

/** What is asked of those that need more than a farm. */
function inputs(many: ManyFarms, { farmId, deviceId, channels, humidity }: Large): Record<string, Asked[]> {
  const [own, lead] = many.farms;
  if (!own || !lead) return {};
  const some = channels.slice(0, 40);
  const now = Date.now();
  const days = (count: number) => ({ begin: seoulDate(now - count * DAY_MS), end: seoulDate(now) });
  const tiles = (count: number, level: Resolution) => ({ level, tiles: tilesOf(now - count * DAY_MS, now, level) });
  const month = { farmIndex: farmId, baseDate: monthOf(many) };
  const ofDay = { params: { id: farmId }, query: { date: seoulDate(now) } };
  const ofRange = { params: { id: farmId }, query: days(30) };
  const crop = { id: own.cropId };
  const temperature = (of: typeof own) => of.channels.get('temperature') ?? 0;
  const leads = { farmIndex: own.farmId, leadFarmIndex: lead.farmId };
  const itemCode = { itemCode: 'CRO001' };
  return {
    record: [
      { query: { sensors: some, ...days(1) } },
      { query: { sensors: some, ...days(30) } },
      { query: { sensors: some.slice(0, 1), ...days(2) } },
    ],
    monitorTiles: [
      { query: { farmIndex: farmId, channels: some, ...tiles(2, 'raw') } },
      { query: { farmIndex: farmId, channels: some, ...tiles(28, '10m') } },
      { query: { farmIndex: farmId, channels: some, ...tiles(30, '1h') } },
      { query: { farmIndex: farmId, channels: some, ...tiles(400, '1d') } },
    ],
    tileChanges: [{ query: { farmIndex: farmId, since: 0 } }],
    leadTiles: [{ query: { ...leads, channels: [...lead.channels.values()], ...tiles(30, '1h') } }],
    leadTileChanges: [{ query: { ...leads, since: 0 } }],
    leadRecord: [{ query: { mySensors: temperature(own), leadSensors: temperature(lead), ...days(30) } }],
    leadTargets: [{ query: { farmIndex: own.farmId } }, { query: { farmIndex: farmId } }],
    targetList: [{ query: { farmIndex: farmId } }],
    humidityTargets: [{ query: { farmIndex: farmId } }],
    humidity: [{ query: { sensorIndex: humidity } }],
    innerStatistics: [{ query: month }, { query: { ...month, farmIndex: own.farmId } }],
    flowStatistics: [{ query: month }],
    growthStatistics: [{ query: month }],
    forecastRecord: [ofDay],
    simpleWeather: [ofDay],
    publicRecord: [ofRange],
    ambientRecord: [ofRange],
    getCrop: [{ params: crop }],
    cropGrowth: [{ params: crop }],
    cropSeason: [{ params: crop }],
    cropYear: [{ params: crop, query: { year: Number(seoulDate(many.to).slice(0, 4)) } }],
    farmCalendarChanges: [{ params: crop }],
    growthCalendar: [{ params: itemCode }],
    growthCalendarChanges: [{ params: itemCode }],
    auditLog: [
      { query: { size: 500 } },
      { query: { size: 500, page: 90 } },
      { query: { size: 500, search: 'nothing like it' } },
    ],
    controlLog: [
      { params: { id: farmId }, query: { size: 500, page: 90 } },
      { params: { id: farmId }, query: { size: 500, outcome: 'blocked' } },
    ],
    receipts: [{ query: { keys: ['a', 'b'] } }],
    itemCodes: [{ params: { prefix: 'CRO' } }],
    getSensor: [{ params: { id: humidity } }],
    getDevice: [{ params: { id: deviceId } }],
    deviceRefusals: [{ params: { id: deviceId } }],
    listPhotos: [],
  };
}
