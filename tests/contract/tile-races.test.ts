import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it } from 'vitest';
import { leadRecord } from '#contract/farm/lead-farm.ts';
import { record } from '#contract/monitor/monitor.ts';
import { exclude } from '#contract/quality/quality.ts';
import { leadTiles, monitorTiles, tileChanges } from '#contract/series/tile-calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import { forgetUnused } from '#src/offline/make-room.ts';
import { aTileClient } from '../support/app/tile-client-harness.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

const UID = 'grower';
const DAYS = 40;

type House = { farm: number; key: string; temperature: number; humidity: number };

let server: TestServer;
let grower: SignedIn;
let own: House;
/** A lead farm of another grower, and one of the grower's own. */
let lead: House;
let ownLead: House;

async function post({ key }: House, readings: { sensor: string; at: number; value: number }[]): Promise<void> {
  const answer = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(await answer.json()).toMatchObject({ refused: 0 });
}

async function aHouse(ownerId: number, isLead: boolean): Promise<House> {
  const { store } = server;
  const farm = await aFarm(store, { ownerId });
  await store.db
    .updateTable('farm')
    .set({ is_lead_farm: isLead ? 1 : 0 })
    .where('farm_id', '=', farm)
    .execute();
  const { key, channels } = await aDevice(store, farm, ['TEMPERATURE', 'HUMIDITY']);
  const house = { farm, key, temperature: channels.get('temperature') ?? 0, humidity: channels.get('humidity') ?? 0 };
  const first = Date.now() - DAYS * DAY_MS;
  const times = Array.from({ length: DAYS * 24 }, (_, hour) => first + hour * HOUR_MS);
  await post(
    house,
    times.flatMap((at) => ['temperature', 'humidity'].map((sensor) => ({ sensor, at, value: 20 }))),
  );
  return house;
}

const ofDay = (daysAgo: number) => seoulDate(Date.now() - daysAgo * DAY_MS);
const noonOf = (day: string) => Date.parse(`${day}T12:00:00.001+09:00`);
const phoneOf = (farms: readonly number[]) => aTileClient({ url: server.url, token: grower.token, uid: UID, farms });

type ReadRequest = { path: string; query: string };
const ownDay = ({ temperature }: House, day: string): ReadRequest => ({
  path: record.path,
  query: `sensors=${temperature}&begin=${day}&end=${day}`,
});
const compared = (mine: number, theirs: number, day: string): ReadRequest => ({
  path: leadRecord.path,
  query: `mySensors=${mine}&leadSensors=${theirs}&begin=${day}&end=${day}`,
});

function aGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The highest value in an answer, own or compared. */
async function highest(answer: Response | null): Promise<number> {
  if (!answer) throw new Error('the phone has left the question to the server');
  const { data } = await answer.json();
  const graphs: { points: { mean: number[]; max?: number[] } }[] = data.lead?.sensorGraph ?? data.sensorGraph;
  return Math.max(...graphs.flatMap(({ points: { mean, max = mean } }) => max));
}

beforeAll(async () => {
  server = await aServer();
  const growerId = await aUser(server.store, UID);
  const leaderId = await aUser(server.store, 'leader');
  own = await aHouse(growerId, false);
  lead = await aHouse(leaderId, true);
  ownLead = await aHouse(growerId, true);
  grower = await signIn(server.url, UID);
});

describe('tiles on a phone', () => {
  it('are asked for again when news of a change overtook them', async () => {
    const phone = await phoneOf([own.farm]);
    await phone.prepare();
    const day = ofDay(20);
    const [gate, held] = [aGate(), aGate()];
    phone.line.hold = (url) => {
      if (!url.includes('level=raw')) return undefined;
      held.open();
      return gate.opened;
    };
    const slow = phone.ask(ownDay(own, day).query);
    await held.opened;
    phone.line.hold = () => undefined;
    await post(own, [{ sensor: 'temperature', at: noonOf(day), value: 39 }]);
    phone.pass(MINUTE_MS);
    await phone.ask(ownDay(own, ofDay(3)).query);
    gate.open();
    await slow;
    phone.pass(MINUTE_MS);
    expect(await highest(await phone.ask(ownDay(own, day).query))).toBe(39);
  });

  it('of one farm are not put back by news of the other, before they are stored', async () => {
    const phone = await phoneOf([own.farm]);
    await phone.prepare();
    const { path, query } = compared(own.temperature, lead.temperature, ofDay(15));
    expect(await highest(await phone.ask(query, 'default', path))).toBe(20);
    await post(lead, [{ sensor: 'temperature', at: noonOf(ofDay(15)), value: 38 }]);
    phone.pass(MINUTE_MS);
    phone.refused.add('tiles');
    const gate = aGate();
    phone.line.hold = (url) => {
      if (url.startsWith(`${leadTiles.path}?`)) gate.open();
      return url.startsWith(tileChanges.path) ? gate.opened : undefined;
    };
    expect(await highest(await phone.ask(query, 'default', path))).toBe(38);
  });

  it('never show for longer what the user has just left out', async () => {
    const phone = await phoneOf([own.farm]);
    const day = ofDay(10);
    await post(own, [{ sensor: 'temperature', at: noonOf(day), value: 41 }]);
    await phone.prepare();
    expect(await highest(await phone.ask(ownDay(own, day).query))).toBe(41);
    const [from, to] = [noonOf(day) - SECOND_MS, noonOf(day) + SECOND_MS];
    const answer = await grower.call(exclude.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'left-out-once' },
      body: JSON.stringify({ channelIndex: own.temperature, from, to, reason: '센서를 닦았습니다' }),
    });
    expect(answer.status).toBe(201);
    // Until then reads bypass the cache.
    phone.pass(5_000);
    expect(await highest(await phone.ask(ownDay(own, day).query))).toBe(20);
  });

  it('of a lead farm are not kept while nobody tells of their changes', async () => {
    const { db } = server.store;
    const phone = await phoneOf([own.farm]);
    const day = ofDay(21);
    const asked = compared(own.humidity, lead.humidity, day);
    await phone.prepare();
    expect(await highest(await phone.ask(asked.query, 'default', asked.path))).toBe(20);
    const take = (at: number | null) =>
      db.updateTable('channel').set({ deleted_at: at }).where('channel_id', '=', own.humidity).execute();
    await take(Date.now());
    await post(lead, [{ sensor: 'humidity', at: noonOf(day), value: 91 }]);
    phone.pass(MINUTE_MS);
    await phone.prepare();
    await take(null);
    phone.pass(MINUTE_MS);
    await phone.prepare();
    phone.line.isCut = true;
    phone.pass(MINUTE_MS);
    const answer = await phone.ask(asked.query, 'default', asked.path);
    // In hourly buckets the late value is one of two.
    expect(await highest(answer)).toBe(91);
  });

  it('of a lead farm that is one’s own stay one’s own, and can be compared with', async () => {
    const phone = await phoneOf([own.farm, ownLead.farm]);
    await phone.prepare();
    await phone.prepare([own.farm]);
    phone.line.isCut = true;
    phone.pass(HOUR_MS);
    const day = ofDay(5);
    expect(await highest(await phone.ask(ownDay(ownLead, day).query))).toBe(20);
    const asked = compared(own.temperature, ownLead.temperature, day);
    expect(await highest(await phone.ask(asked.query, 'default', asked.path))).toBe(20);
  });
});

describe('tiles of a shared device', () => {
  it('stay when they were looked at, and are deleted when they were not', async () => {
    const phone = await phoneOf([own.farm]);
    await phone.prepare();
    phone.line.isCut = true;
    phone.pass(6 * DAY_MS);
    const [seen, unseen] = [ownDay(own, ofDay(9)).query, `sensors=${own.humidity}&begin=${ofDay(9)}&end=${ofDay(9)}`];
    expect(await highest(await phone.ask(seen))).toBe(20);
    await forgetUnused(UID, Date.now() + 5 * DAY_MS);
    expect(await highest(await phone.ask(seen))).toBe(20);
    expect(await phone.ask(unseen)).toBeNull();
  });

  it('are prefetched of no more days than it may have', async () => {
    const phone = await phoneOf([own.farm]);
    await phone.prepare([own.farm], { mostDays: 7 });
    phone.line.isCut = true;
    const resolutionOf = async (day: string) =>
      record.answer.parse(await (await phone.ask(ownDay(own, day).query))?.json());
    expect(await resolutionOf(ofDay(5))).toMatchObject({ resolution: '10m' });
    // Days come in tiles of a year.
    expect(await resolutionOf(ofDay(35))).toMatchObject({ resolution: '1d' });
  });
});

it('prefetching ends after the answer that it awaits when a new version is to take over', async () => {
  const phone = await phoneOf([own.farm, ownLead.farm]);
  const retiring = new AbortController();
  phone.line.hold = (url) => {
    if (url.startsWith(`${monitorTiles.path}?`)) retiring.abort();
    return undefined;
  };
  await phone.prepare([own.farm, ownLead.farm], { stopped: retiring.signal });
  expect(phone.line.requests.filter((url) => url.startsWith(`${monitorTiles.path}?`))).toHaveLength(1);
  // What was brought until then is there, and the rest comes with the next version.
  await phone.prepare([own.farm, ownLead.farm]);
  expect(phone.line.requests.filter((url) => url.startsWith(`${monitorTiles.path}?`)).length).toBeGreaterThan(2);
});
