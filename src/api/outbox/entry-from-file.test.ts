import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createComment, seePost } from '#contract/board/board.ts';
import { createCrop, updateCrop } from '#contract/crop/crop.ts';
import { calibrateSensor, createSensor, updateSensor } from '#contract/device/sensor.ts';
import { createFarm } from '#contract/farm/farm-manage.ts';
import { createObservation, deleteObservation } from '#contract/growing/observation.ts';
import { uploadPhoto } from '#contract/photo/photo.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { newProvisionalIndex } from '#contract/wire/provisional-index.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { outboxFile, readOutboxFile } from '#src/offline/outbox/export-file.ts';
import { aDevice } from '../../../tests/support/app/outbox-harness.ts';
import { entryFromFile } from './entry-from-file.ts';
import { goesThroughOutbox, newEntryOf, type WriteInput } from './new-entry.ts';

const clocks = { createdAt: 0, deviceClock: 0, serverOffset: 0 };
const id = '0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7a01';
const other = '0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7a02';
const sensor = { deviceIndex: 1, code: 'c', name: '이름', areaName: '1동', intervalMs: 60_000 };

/** The entries of a phone that wrote all of this, as they are read from its file. */
async function exported(uid: string, writes: readonly (readonly [Endpoint, WriteInput, string?])[]): Promise<Entry[]> {
  const { store } = aDevice(uid);
  for (const [endpoint, input, about] of writes) {
    if (!goesThroughOutbox(endpoint, input)) throw new Error(`${endpoint.path} may wait`);
    const { wish, blob } = newEntryOf(endpoint, { input, about }, clocks, null);
    await store.put(wish, blob);
  }
  const text = await (await outboxFile(uid, await store.entries(), store.blobOf)).text();
  store.close();
  const read = await readOutboxFile(text, uid, (entry) => entry);
  return read?.entries ?? [];
}

async function aCrop(uid: string): Promise<Entry> {
  const [entry] = await exported(uid, [[createCrop, { body: { id, farmIndex: 3, itemCode: 'CRO001', house: '1동' } }]]);
  if (!entry) throw new Error('it was exported');
  return entry;
}

test('whatever the app puts into the outbox comes back from a file as it was', async () => {
  const provisionalIndex = newProvisionalIndex();
  const crop = { itemCode: 'CRO001', house: '1동' };
  const photo = { params: { farmIndex: 3, id: other }, query: { ownerKind: 'observation', ownerId: id } };
  const entries = await exported('all', [
    [createFarm, { body: { farmName: '새 밭', provisionalIndex } }],
    [createSensor, { body: { ...sensor, type: 'TEMPERATURE', provisionalIndex } }],
    [calibrateSensor, { params: { id: provisionalIndex }, body: { sinceOn: '2026-11-01', correction: 1 } }, '1동 지온'],
    [createCrop, { body: { id, farmIndex: provisionalIndex, ...crop } }],
    [
      createObservation,
      { body: { id, farmIndex: 3, cropId: id, tree: '12', fruitMm: 52.5, observedAt: '2026-11-22T01:00:00Z' } },
    ],
    [uploadPhoto, { ...photo, body: new Blob(['…'], { type: 'image/webp' }) }, '나무 12'],
    [createComment, { params: { farmIndex: 3, id }, body: { text: '종이로', id: other } }, '봉지'],
    [seePost, { params: { farmIndex: 3, id }, body: { seenAt: '2026-11-22T01:00:00.000Z' } }, '봉지'],
    [deleteObservation, { params: { id: other } }],
  ]);
  expect(entries).toHaveLength(9);
  expect(entries.map(entryFromFile)).toEqual(entries);
});

test('a write that may not wait is refused under whatever noun: settings of heat, rights, commands, equipment', async () => {
  const crop = await aCrop('harmful');
  const forged = (method: string, path: string, body: unknown): Entry => ({
    ...crop,
    endpoint: `${method} ${path}`,
    method,
    path,
    params: {},
    body: JSON.stringify(body),
  });
  const heat = forged('PATCH', '/api/farms/heat-update/3', { targetC: 40 });
  const farm = forged('POST', '/api/farms', { farmName: '밭', coUsers: [{ userId: 'thief', right: 'write' }] });
  for (const refused of [
    heat,
    { ...heat, endpoint: 'PATCH /api/farms/heat-update/{id}', params: { id: 3 } },
    // The name of a harmless write, and the request of another one.
    { ...heat, endpoint: crop.endpoint },
    { ...crop, path: '/api/farms/3/control/stop-all' },
    { ...crop, method: 'DELETE' },
    farm,
    forged('POST', '/api/sensors', { ...sensor, type: 'HEATER' }),
  ]) {
    expect(entryFromFile(refused), refused.path).toBeNull();
  }
  expect(entryFromFile({ ...farm, body: JSON.stringify({ farmName: '밭' }) })).not.toBeNull();
});

test('an edit of equipment is refused, and one of a sensor is taken', async () => {
  const base = { ...sensor, type: 'VENT', plausibleMin: null, plausibleMax: null };
  const crop = await aCrop('equipment');
  const edit: Entry = {
    ...crop,
    endpoint: `${updateSensor.method} ${updateSensor.path}`,
    method: 'PUT',
    path: '/api/sensors/7',
    params: { id: 7 },
    body: JSON.stringify({ ...base, code: 'elsewhere', base }),
  };
  expect(entryFromFile(edit)).toBeNull();
  const plain = { ...base, type: 'HUMIDITY' };
  expect(entryFromFile({ ...edit, body: JSON.stringify({ ...plain, code: 'elsewhere', base: plain }) })).not.toBeNull();
});

test('a parameter cannot lead the request to another path, and a body must be one of the endpoint', async () => {
  const crop = await aCrop('paths');
  const edit: Entry = {
    ...crop,
    endpoint: `${updateCrop.method} ${updateCrop.path}`,
    method: 'PUT',
    path: '/api/crops/..',
    params: { id: '..' },
    body: JSON.stringify({ house: '2동' }),
  };
  expect(entryFromFile(edit)).toBeNull();
  expect(entryFromFile({ ...edit, params: { id }, path: `/api/crops/${id}` })).not.toBeNull();
  for (const body of ['no json', '{"farmIndex":"x"}', null])
    expect(entryFromFile({ ...crop, body }), `${body}`).toBeNull();
  // A newer release wrote it: this one cannot tell what it does.
  expect(entryFromFile({ ...crop, payloadVersion: 99 })).toBeNull();
});

test('noun and lane are those of the endpoint, whatever the file says; what it says of the thing stays', async () => {
  const crop = await aCrop('words');
  const told = entryFromFile({ ...crop, noun: '생육 조사', lane: 'farm:3', summary: '나무 12' });
  expect(told).toMatchObject({ noun: crop.noun, lane: `crop:${id}`, summary: crop.summary });
  const [comment] = await exported('named', [
    [createComment, { params: { farmIndex: 3, id }, body: { text: '예' } }, '봉지'],
  ]);
  expect(comment && entryFromFile(comment)).toMatchObject({ summary: '봉지 · 예', lane: comment?.id });
});
