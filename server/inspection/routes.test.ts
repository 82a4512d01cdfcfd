import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { getSensor } from '#contract/device/sensor.ts';
import { getInspection } from '#contract/inspection/inspection.ts';
import { proposalsOf } from '#contract/inspection/proposal.ts';
import { quality } from '#contract/quality/quality.ts';
import { addSeoulDays, HOUR_MS, seoulDate } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { itOnSqlite } from '../../tests/support/store/it-on-sqlite.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';

let server: TestServer;
let people: { owner: SignedIn; helper: SignedIn };
let ids: { owner: number; helper: number };
beforeAll(async () => {
  server = await aServer();
  ids = { owner: await aUser(server.store, 'owner'), helper: await aUser(server.store, 'helper') };
  people = { owner: await signIn(server.url, 'owner'), helper: await signIn(server.url, 'helper') };
});

const sendAs = (who: 'owner' | 'helper') => async (method: string, path: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await people[who].call(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};
const send = sendAs('owner');
const sendHelper = sendAs('helper');
const read = async (path: string) => (await people.owner.call(path)).json();
const found = async (path: string) => getInspection.answer.parse(await read(path));

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A farm of the owner, shared with a helper who may write, with a thermometer that has been silent for two hours. */
async function aFarmOfTwo() {
  const { store, url } = server;
  const farmId = await aFarm(store, { ownerId: ids.owner, memberId: ids.helper, memberRight: 'write' });
  const { channels, key } = await aDevice(store, farmId);
  const sensorIndex = channels.get('temperature') ?? 0;
  const at = new Date(Date.now() - 2 * HOUR_MS).toISOString();
  await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [{ sensor: 'temperature', at, value: 12.5 }] }),
  });
  const made = (more: object = {}) => ({
    id: randomUUID(),
    farmIndex: farmId,
    kind: 'airSensor',
    sensorIndex,
    title: '온도가 끊김',
    ...more,
  });
  const create = async (more: object = {}) => {
    const { body } = await send('POST', '/api/inspections', made(more));
    const path = `/api/inspections/${body.data.id}`;
    return { path, step: (to: object) => send('POST', `${path}/steps`, to) };
  };
  const list = (query = '') => read(`/api/manage/inspections?farmIndex=${farmId}&${query}`);
  return { farmId, sensorIndex, made, create, list };
}

describe('an inspection', () => {
  it('goes from taken in over a hold to done, with who, when and why of each step', async () => {
    const { create } = await aFarmOfTwo();
    const { path, step } = await create();
    expect((await step({ state: 'done' })).body).toMatchObject({ code: 'VALIDATION', field: 'state' });
    expect((await step({ state: 'inProgress', seen: { state: 'received' } })).status).toBe(200);
    expect((await step({ state: 'onHold' })).body).toMatchObject({ code: 'VALIDATION', field: 'reason' });
    const held = { state: 'onHold', reason: '부품을 기다림', seen: { state: 'inProgress' } };
    expect((await sendHelper('POST', `${path}/steps`, held)).status).toBe(200);
    expect((await step({ state: 'inProgress' })).status).toBe(200);
    expect((await step({ state: 'done' })).body).toMatchObject({ message: '점검을 마쳤습니다.' });
    const { state, steps } = await found(path);
    expect(state).toBe('done');
    expect(steps.map(({ from, to, by, reason }) => [from, to, by, reason])).toEqual([
      [null, 'received', 'owner', ''],
      ['received', 'inProgress', 'owner', ''],
      ['inProgress', 'onHold', 'helper', '부품을 기다림'],
      ['onHold', 'inProgress', 'owner', ''],
      ['inProgress', 'done', 'owner', ''],
    ]);
    const times = steps.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('that somebody took elsewhere meanwhile is not taken on silently; two who did the same both stand there', async () => {
    const { create } = await aFarmOfTwo();
    const { path, step } = await create();
    await step({ state: 'onHold', reason: '장마', seen: { state: 'received' } });
    const met = await step({ state: 'inProgress', seen: { state: 'received' } });
    expect(met).toMatchObject({
      status: 409,
      body: {
        code: 'CHANGED_MEANWHILE',
        details: { current: { state: 'onHold' }, conflicts: ['state'], changed: { by: expect.any(String) } },
      },
    });
    expect((await step({ state: 'onHold', reason: '휴가', seen: { state: 'received' } })).status).toBe(200);
    expect((await found(path)).steps.map(({ to, reason }) => `${to} ${reason}`)).toEqual([
      'received ',
      'onHold 장마',
      'onHold 휴가',
    ]);
  });

  it('sent again under its id is there once, and with other content refused', async () => {
    const { made, list } = await aFarmOfTwo();
    const body = made({ detail: '어제부터', checks: { power: { answer: 'wrong', remark: '꺼짐' } } });
    const first = await send('POST', '/api/inspections', body);
    expect(first.status).toBe(201);
    expect(await send('POST', '/api/inspections', body)).toEqual(first);
    const other = await send('POST', '/api/inspections', { ...body, title: '다른 점검' });
    expect(other).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } });
    expect((await list()).total).toBe(1);
  });

  it('done without a signal keeps the times at which it was made, begun and finished', async () => {
    const { create } = await aFarmOfTwo();
    const [made, begun, finished] = [10, 9, 7].map((hours) => ago(hours * HOUR_MS));
    const { path, step } = await create({ at: made });
    await step({ state: 'inProgress', at: begun, seen: { state: 'received' } });
    await step({ state: 'done', at: finished, seen: { state: 'inProgress' } });
    const { createdAt, steps } = await found(path);
    expect(createdAt).toBe(made);
    expect(steps.map(({ at }) => at)).toEqual([made, begun, finished]);
    const arrived = await server.store.db
      .selectFrom('audit')
      .select('at')
      .where('subject_id', '=', path.split('/').at(-1) ?? '')
      .execute();
    expect(arrived.length).toBe(3);
    for (const { at } of arrived) expect(at).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it('is never done in the future, nor before what was done last', async () => {
    const { create } = await aFarmOfTwo();
    const earliest = Date.now();
    const { path, step } = await create({ at: ago(-HOUR_MS) });
    await step({ state: 'inProgress', at: ago(-HOUR_MS) });
    await step({ state: 'onHold', reason: '부품', at: ago(3 * HOUR_MS) });
    const { createdAt, steps } = await found(path);
    const [first, begun, held] = steps.map(({ at }) => Date.parse(at));
    expect(first).toBe(Date.parse(createdAt));
    expect(first).toBeGreaterThanOrEqual(earliest);
    expect(begun).toBeGreaterThanOrEqual(first ?? Number.NaN);
    expect(begun).toBeLessThanOrEqual(Date.now());
    expect(held).toBe(begun);
  });

  it('made again later under its id keeps the time at which it was made first', async () => {
    const { made } = await aFarmOfTwo();
    const at = ago(2 * HOUR_MS);
    const body = made({ at });
    await send('POST', '/api/inspections', body);
    const again = await send('POST', '/api/inspections', { ...body, at: ago(HOUR_MS) });
    expect(again).toMatchObject({ status: 201, body: { data: { createdAt: at } } });
  });

  it('is gone through by two at once, point by point', async () => {
    const { create } = await aFarmOfTwo();
    const { path } = await create();
    const base = { title: '온도가 끊김', detail: '', dueOn: null, assignee: null, checks: {}, note: '' };
    const [fine, wrong] = [
      { answer: 'fine', remark: '' },
      { answer: 'wrong', remark: '삭음' },
    ];
    await send('PUT', path, { ...base, checks: { power: fine }, base });
    await sendHelper('PUT', path, { ...base, checks: { wiring: wrong }, base });
    expect((await found(path)).checks).toEqual({ power: fine, wiring: wrong });
    const met = await sendHelper('PUT', path, { ...base, checks: { power: wrong }, base });
    expect(met.body).toMatchObject({ code: 'CHANGED_MEANWHILE', details: { conflicts: ['checks'] } });
  });

  it('is seen to by people of its farm alone', async () => {
    const { create } = await aFarmOfTwo();
    await aUser(server.store, 'stranger');
    const { path } = await create({ assignee: 'helper' });
    expect(await found(path)).toMatchObject({ assignee: 'helper', assigneeName: 'helper' });
    const refused = await send('PUT', path, { assignee: 'stranger' });
    expect(refused.body).toMatchObject({ code: 'VALIDATION', field: 'assignee' });
    await send('PUT', path, { assignee: null });
    expect(await found(path)).toMatchObject({ assignee: null, assigneeName: null });
  });

  it('is listed by what it stands at, with those that are due first among the open ones', async () => {
    const { create, list, farmId } = await aFarmOfTwo();
    const today = seoulDate(Date.now());
    await create({ title: '언젠가' });
    await create({ title: '다음 주', dueOn: addSeoulDays(today, 7) });
    await create({ title: '지남', dueOn: addSeoulDays(today, -1) });
    const { step } = await create({ title: '끝남', sensorIndex: null, kind: 'heater' });
    await step({ state: 'inProgress' });
    await step({ state: 'done' });
    const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
    const { inspections } = quality.answer.parse(await read(`/api/quality/${farmId}`));
    expect(titles(inspections)).toEqual(['지남', '다음 주', '언젠가']);
    const listed = async (query: string) => titles((await list(query)).rows);
    expect(await listed('state=done')).toEqual(['끝남']);
    expect(await listed('state=open&sort=title')).toEqual(['다음 주', '언젠가', '지남']);
    expect(await listed('kind=heater')).toEqual(['끝남']);
    expect(await listed('search=다음')).toEqual(['다음 주']);
    expect(await listed('size=1&page=2&sort=-title')).toEqual(['언젠가']);
  });

  it('that was deleted is gone, and its id stays taken', async () => {
    const { made, list } = await aFarmOfTwo();
    const body = made();
    await send('POST', '/api/inspections', body);
    expect((await send('DELETE', `/api/inspections/${body.id}`, { confirmName: '온도가 끊김' })).status).toBe(200);
    expect((await list()).total).toBe(0);
    // A device that deletes it, too, has nothing more to do.
    expect((await send('DELETE', `/api/inspections/${body.id}`, {})).status).toBe(200);
    expect((await send('POST', '/api/inspections', { ...body, title: '또' })).body.code).toBe('ALREADY_EXISTS');
    expect((await send('POST', '/api/inspections', body)).status).toBe(404);
  });
});

it('a silent sensor proposes an inspection, not while one is open, and again when it is done and still silent', async () => {
  const { create, farmId, sensorIndex } = await aFarmOfTwo();
  const proposed = async () => {
    const { channels, inspections } = quality.answer.parse(await read(`/api/quality/${farmId}`));
    return proposalsOf(channels, inspections).map(({ index, state }) => [index, state]);
  };
  expect(await proposed()).toEqual([[sensorIndex, 'silent']]);
  const { step } = await create();
  expect(await proposed()).toEqual([]);
  await step({ state: 'inProgress' });
  await step({ state: 'onHold', reason: '부품' });
  expect(await proposed()).toEqual([]);
  await step({ state: 'inProgress' });
  await step({ state: 'done' });
  expect(await proposed()).toEqual([[sensorIndex, 'silent']]);
});

describe('a calibration in an inspection', () => {
  const today = seoulDate(Date.now());
  const compared = { sinceOn: today, correction: -0.4, referenceValue: 12.1, shownValue: 12.5 };

  it('becomes the sensor’s from its Seoul day on, together with what it was held against', async () => {
    const { create, sensorIndex, farmId } = await aFarmOfTwo();
    const { path } = await create();
    expect(await found(path)).toMatchObject({ sensor: { value: 12.5, unit: '℃', correction: 0 }, calibration: null });
    const done = await send('POST', `${path}/calibration`, { ...compared, seen: { correction: 0 } });
    expect(done).toMatchObject({ status: 200, body: { data: { calibration: { ...compared, by: 'owner' } } } });
    const sensor: AnswerOf<typeof getSensor> = await read(`/api/sensors/${sensorIndex}`);
    expect(sensor.calibrations).toMatchObject([{ sinceOn: today, correction: -0.4, by: 'owner' }]);
    expect((await found(path)).sensor).toMatchObject({ correction: -0.4 });
    const lines = await server.store.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', '%calibrate')
      .where('farm_id', '=', farmId)
      .execute();
    expect(lines.map(({ action }) => action).sort()).toEqual(['inspection.calibrate', 'sensor.calibrate']);
  });

  it('made without a signal keeps its time, but not one before the last step', async () => {
    const { create } = await aFarmOfTwo();
    const { path } = await create({ at: ago(2 * HOUR_MS) });
    const [late, early] = [ago(HOUR_MS), ago(3 * HOUR_MS)];
    await send('POST', `${path}/calibration`, { ...compared, at: late, seen: { correction: 0 } });
    expect((await found(path)).calibration?.at).toBe(late);
    await send('POST', `${path}/calibration`, { ...compared, at: early, seen: { correction: -0.4 } });
    const { calibration, createdAt } = await found(path);
    expect(calibration?.at).toBe(createdAt);
  });

  itOnSqlite('is saved with both or with neither', async () => {
    const { create, sensorIndex } = await aFarmOfTwo();
    const { path } = await create();
    const refuse = sql`create trigger refuse before update of calibration on inspection
      begin select raise(abort, 'no room'); end`;
    await refuse.execute(server.store.db);
    expect((await send('POST', `${path}/calibration`, compared)).status).toBe(500);
    await sql`drop trigger refuse`.execute(server.store.db);
    expect((await found(path)).calibration).toBeNull();
    expect((await read(`/api/sensors/${sensorIndex}`)).calibrations).toEqual([]);
  });

  it('that rests on a correction of before another’s is refused with the one that counts', async () => {
    const { create, sensorIndex } = await aFarmOfTwo();
    const { path } = await create();
    await sendHelper('POST', `/api/sensors/${sensorIndex}/calibrations`, { sinceOn: today, correction: 0.7 });
    const met = await send('POST', `${path}/calibration`, { ...compared, seen: { correction: 0 } });
    expect(met).toMatchObject({ status: 409, body: { details: { current: { correction: 0.7 } } } });
  });

  it('is refused when no instrument can have measured the reference', async () => {
    const { create, sensorIndex } = await aFarmOfTwo();
    const { path } = await create();
    const mistyped = { ...compared, referenceValue: -45.8, correction: -58.3, seen: { correction: 0 } };
    const refused = await send('POST', `${path}/calibration`, mistyped);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', field: 'referenceValue' } });
    expect((await read(`/api/sensors/${sensorIndex}`)).calibrations).toEqual([]);
  });

  it('needs a sensor', async () => {
    const { create } = await aFarmOfTwo();
    const { path } = await create({ sensorIndex: null, kind: 'heater' });
    const refused = await send('POST', `${path}/calibration`, compared);
    expect(refused.body).toMatchObject({ code: 'VALIDATION', field: 'correction' });
  });
});
