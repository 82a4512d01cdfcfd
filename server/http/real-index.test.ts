import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { newProvisionalIndex } from '#contract/wire/provisional-index.ts';
import { plainCrop } from '../../tests/support/examples/crop-fields.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aDevice } from '../../tests/support/store/store.ts';

type Send = (method: string, path: string, body?: object) => Promise<{ status: number; body: Answer }>;
type Answer = { code?: string; data: Record<string, never> & { index: number; farmIndex: number; id: string } };

let server: Awaited<ReturnType<typeof aServer>>;
let owner: Send;
let stranger: Send;
beforeAll(async () => {
  server = await aServer();
  const as = async (login: string): Promise<Send> => {
    await aUser(server.store, login);
    const { call } = await signIn(server.url, login);
    return async (method, path, body = {}) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const answer = await call(path, { method, headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    };
  };
  [owner, stranger] = await Promise.all([as('owner'), as('stranger')]);
});

const aCrop = (farmIndex: number) => ({ id: randomUUID(), farmIndex, ...plainCrop, house: '1동' });

it('a farm is named by the index of the device that made it, in every place, by its maker alone', async () => {
  const [wanted, farm] = [newProvisionalIndex(), { farmName: '계곡 농장' }];
  const made = await owner('POST', '/api/farms', { ...farm, provisionalIndex: wanted });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { index } = made.body.data;
  expect(index).toBeLessThan(wanted);

  const crop = aCrop(wanted);
  const planted = await owner('POST', '/api/crops', crop);
  expect(planted).toMatchObject({ status: 201, body: { data: { farmIndex: index } } });
  const { id: _, ...base } = crop;
  const edit = { ...base, house: '2동', base };
  const edited = await owner('PUT', `/api/crops/${crop.id}`, edit);
  expect(edited).toMatchObject({ status: 200, body: { data: { farmIndex: index, house: '2동' } } });
  const post = { id: randomUUID(), kind: 'post', title: '첫 글', text: '비가 옵니다.' };
  expect(await owner('POST', `/api/farms/${wanted}/posts`, post)).toMatchObject({
    status: 201,
    body: { data: { farmIndex: index } },
  });
  expect((await owner('PUT', `/api/farms/${wanted}`, { farmName: '위미' })).body.data).toMatchObject({ index });

  expect((await stranger('POST', '/api/crops', aCrop(wanted))).status).toBe(404);
  expect((await owner('POST', '/api/crops', aCrop(newProvisionalIndex()))).status).toBe(404);
});

it('a farm that comes again under its provisional index is the same farm, and another is refused', async () => {
  const farm = { farmName: '한 번', provisionalIndex: newProvisionalIndex() };
  const first = await owner('POST', '/api/farms', farm);
  const again = await owner('POST', '/api/farms', farm);
  expect([again.status, again.body.data.index]).toEqual([201, first.body.data.index]);
  const refused = { status: 409, body: { code: 'ALREADY_EXISTS' } };
  expect(await owner('POST', '/api/farms', { ...farm, farmName: '두 번' })).toMatchObject(refused);
  expect(await stranger('POST', '/api/farms', farm)).toMatchObject(refused);
});

it('a sensor is calibrated and inspected under the index of the device that made it', async () => {
  const { index: farmIndex } = (await owner('POST', '/api/farms', { farmName: '센서' })).body.data;
  const { deviceId: deviceIndex } = await aDevice(server.store, farmIndex);
  const wanted = newProvisionalIndex();
  const sensor = { deviceIndex, code: 't1', type: 'TEMPERATURE', name: '온도', areaName: '1동', intervalMs: 60_000 };
  const made = await owner('POST', '/api/sensors', { ...sensor, provisionalIndex: wanted });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { index } = made.body.data;
  const calibration = { sinceOn: '2026-01-01', correction: 0.5 };
  const calibrated = await owner('POST', `/api/sensors/${wanted}/calibrations`, calibration);
  expect(calibrated.body.data).toMatchObject({ index, calibrations: [{ correction: 0.5 }] });
  const task = { id: randomUUID(), farmIndex, kind: 'airSensor', sensorIndex: wanted, title: '값이 높음' };
  expect((await owner('POST', '/api/inspections', task)).body.data).toMatchObject({ sensorIndex: index });
});
