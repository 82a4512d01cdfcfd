import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CropFields } from '#contract/crop/crop.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { plainCrop } from '../../tests/support/examples/crop-fields.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { addCrop } from '../crop/commands.ts';

const NOW = Date.now();
const DAY = (ago: number) => new Date(NOW - ago * DAY_MS).toISOString();

const aCrop = (farmIndex: number, more: Partial<CropFields> = {}): CropFields => ({
  ...plainCrop,
  farmIndex,
  house: '1동',
  budBreakOn: seoulDate(NOW - 100 * DAY_MS),
  ...more,
});

async function anOrchard() {
  const server = await aServer();
  const ownerId = await aUser(server.store, 'owner');
  const readerId = await aUser(server.store, 'reader');
  const farm = await aFarm(server.store, { ownerId, memberId: readerId });
  const plant = async (farmIndex: number, more?: Partial<CropFields>) => {
    const id = randomUUID();
    await server.store.db.transaction().execute((trx) => addCrop(trx, id, aCrop(farmIndex, more), NOW));
    return id;
  };
  const crop = await plant(farm);
  const people = { owner: await signIn(server.url, 'owner'), reader: await signIn(server.url, 'reader') };
  const as = (who: keyof typeof people) => async (method: string, path: string, body?: object) => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) };
    const answer = await people[who].call(path, { method, ...(method !== 'GET' && json) });
    return { status: answer.status, body: await answer.json() };
  };
  const observation = (more: object = {}) => {
    return { id: randomUUID(), farmIndex: farm, cropId: crop, house: '1동', tree: '7', observedAt: DAY(1), ...more };
  };
  return { server, farm, crop, plant, ownerId, owner: as('owner'), reader: as('reader'), observation };
}

describe('an observation', () => {
  it('takes its growth stage from the calendar of the crop, unless somebody who stands there says another', async () => {
    const { owner, observation } = await anOrchard();
    const made = await owner('POST', '/api/growing', observation({ brix: 9.1 }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    // 99 days after bud break, which the calendar sets on the 1st of March: early June.
    expect(made.body.data).toMatchObject({
      season: '2차 생리낙과기',
      brix: 9.1,
      fruitMm: null,
      pests: [],
      by: 'owner',
    });
    const named = await owner('POST', '/api/growing', observation({ brix: 9.1, season: '만개기' }));
    expect(named.body.data.season).toBe('만개기');
  });

  it('sent again under its id is answered like the first, and with other content refused', async () => {
    const { owner, observation, server } = await anOrchard();
    const body = observation({ fruitMm: 41.5, pests: ['scab', 'aphid'] });
    const first = await owner('POST', '/api/growing', body);
    const again = await owner('POST', '/api/growing', body);
    expect(again).toEqual(first);
    const lines = await server.store.db.selectFrom('audit').select('action').execute();
    expect(lines).toEqual([{ action: 'growing.create' }]);
    const other = await owner('POST', '/api/growing', { ...body, fruitMm: 42 });
    expect(other).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } });
    await owner('PUT', `/api/growing/${body.id}`, { note: '나중에 적음' });
    expect(await owner('POST', '/api/growing', body)).toMatchObject({
      status: 201,
      body: { data: { note: '나중에 적음' } },
    });
    await owner('DELETE', `/api/growing/${body.id}`);
    // It was deleted, and a late repeat does not create it again.
    expect((await owner('POST', '/api/growing', body)).status).toBe(404);
    expect((await owner('GET', `/api/growing/${body.id}`)).status).toBe(404);
  });

  it('asks about an unusual figure, takes it once confirmed, and never takes what cannot be', async () => {
    const { owner, observation } = await anOrchard();
    const asked = await owner('POST', '/api/growing', observation({ brix: 24 }));
    expect(asked).toMatchObject({
      status: 400,
      body: { field: 'brix', details: [{ message: expect.stringContaining('5~20 °Bx') }] },
    });
    const taken = await owner('POST', '/api/growing', observation({ brix: 24, confirmed: ['brix', 'fruitMm'] }));
    // A confirmation that is not needed is not stored.
    expect(taken.body.data.confirmed).toEqual(['brix']);
    const refused = await owner('POST', '/api/growing', observation({ brix: 91, confirmed: ['brix'] }));
    expect(refused).toMatchObject({
      status: 400,
      body: { field: 'brix', details: [{ message: expect.stringContaining('소수점') }] },
    });
    const edited = await owner('PUT', `/api/growing/${taken.body.data.id}`, { brix: 26, confirmed: [] });
    expect(edited).toMatchObject({ status: 400, body: { field: 'brix' } });
  });

  it('is changed field by field by two people at once, and refused where both changed the same', async () => {
    const { owner, observation } = await anOrchard();
    const { id, ...given } = observation({ brix: 9, note: '' });
    const { data } = (await owner('POST', '/api/growing', { id, ...given })).body;
    const { id: _, farmName: __, itemsName: ___, by: ____, ...base } = data;
    const path = `/api/growing/${id}`;
    expect((await owner('PUT', path, { ...base, note: '햇빛이 잘 듦', base })).status).toBe(200);
    const merged = await owner('PUT', path, { ...base, brix: 9.4, base });
    expect(merged.body.data).toMatchObject({ brix: 9.4, note: '햇빛이 잘 듦' });
    const met = await owner('PUT', path, { ...base, brix: 8.8, base });
    const details = { conflicts: ['brix'], changed: { by: expect.any(String), at: expect.stringMatching(/^20.*Z$/) } };
    expect(met).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE', details } });
  });

  it('is seen by whoever may only look, and not written', async () => {
    const { owner, reader, observation, farm } = await anOrchard();
    const { id } = (await owner('POST', '/api/growing', observation({ brix: 9 }))).body.data;
    expect((await reader('GET', `/api/growing/${id}`)).status).toBe(200);
    const { rows } = (await reader('GET', `/api/manage/growing?farmIndex=${farm}`)).body;
    expect(rows).toMatchObject([{ id, canWrite: false }]);
    expect((await reader('POST', '/api/growing', observation({ brix: 9 }))).status).toBe(403);
    expect((await reader('DELETE', `/api/growing/${id}`)).status).toBe(403);
  });
});

describe('the list', () => {
  it('goes by crop, house and days, newest first', async () => {
    const { owner, observation, farm } = await anOrchard();
    const add = async (more: object) => (await owner('POST', '/api/growing', observation({ brix: 9, ...more }))).body;
    await add({ tree: '1', observedAt: DAY(3) });
    await add({ tree: '2', house: '2동', observedAt: DAY(2) });
    await add({ tree: '3', observedAt: DAY(1) });
    const trees = async (query: string) => {
      const { body } = await owner('GET', `/api/manage/growing?farmIndex=${farm}&${query}`);
      return body.rows.map(({ tree }: { tree: string }) => tree);
    };
    expect(await trees('')).toEqual(['3', '2', '1']);
    expect(await trees(`house=${encodeURIComponent('2동')}`)).toEqual(['2']);
    expect(await trees(`from=${seoulDate(NOW - 2 * DAY_MS)}&sort=tree`)).toEqual(['2', '3']);
    expect(await trees(`to=${seoulDate(NOW - 3 * DAY_MS)}`)).toEqual(['1']);
  });
});

describe('the trees that were observed', () => {
  it('tell of each quantity what was measured last, however long ago', async () => {
    const { owner, observation, farm } = await anOrchard();
    await owner('POST', '/api/growing', observation({ brix: 8, fruitMm: 40, observedAt: DAY(20) }));
    await owner('POST', '/api/growing', observation({ fruitMm: 44, observedAt: DAY(6) }));
    const { body } = await owner('GET', `/api/farms/${farm}/growing/trees`);
    expect(body).toMatchObject([
      { tree: '7', observedAt: DAY(6), fruitMm: { value: 44, observedAt: DAY(6) }, brix: { value: 8 }, shootCm: null },
    ]);
  });
});

describe('a season', () => {
  it('is told by the day beside last year, with what lies far off apart from the mean', async () => {
    const { owner, observation, crop } = await anOrchard();
    for (const [at, fruitMm] of [40, 41, 42, 41, 40, 70].entries()) {
      await owner('POST', '/api/growing', observation({ tree: `${at + 1}`, fruitMm, observedAt: DAY(10) }));
    }
    await owner('POST', '/api/growing', observation({ fruitMm: 38, observedAt: DAY(10 + 365) }));
    const { own, lastYear, leadFarm, others } = (await owner('GET', `/api/crops/${crop}/growing`)).body;
    const on = seoulDate(NOW - 10 * DAY_MS);
    expect(own.beganOn).toBe(seoulDate(NOW - 100 * DAY_MS));
    expect(own.days.fruitMm).toEqual([{ on, mean: 40.8, min: 40, max: 42, count: 5 }]);
    expect(own.outliers.fruitMm).toMatchObject([{ tree: '6', value: 70 }]);
    expect(lastYear.days.fruitMm).toMatchObject([{ mean: 38 }]);
    expect(leadFarm).toBeNull();
    expect(others.fruitMm).toEqual([]);
  });

  it('has a mean of others from three farms on, and of a lead farm only what is measured at home', async () => {
    const { server, owner, observation, crop, plant } = await anOrchard();
    const otherId = await aUser(server.store, 'other');
    const other = await signIn(server.url, 'other');
    const measureOn = async (farmIndex: number, figures: object) => {
      const body = { ...observation(figures), farmIndex, cropId: await plant(farmIndex), observedAt: DAY(10) };
      const headers = { 'content-type': 'application/json' };
      const answer = await other.call('/api/growing', { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(201);
    };
    await owner('POST', '/api/growing', observation({ brix: 9, observedAt: DAY(10) }));
    const growth = async () => (await owner('GET', `/api/crops/${crop}/growing`)).body;
    const farms: number[] = [];
    for (const brix of [8, 9]) {
      farms.push(await aFarm(server.store, { ownerId: otherId }));
      await measureOn(farms.at(-1) ?? 0, { brix });
    }
    expect((await growth()).others.brix).toEqual([]);
    farms.push(await aFarm(server.store, { ownerId: otherId, name: '앞선 농장' }));
    await measureOn(farms.at(-1) ?? 0, { brix: 11.5, fruitMm: 60 });
    expect((await growth()).others.brix).toEqual([{ fromDay: 90, mean: 9.5, farms: 3 }]);
    expect((await growth()).leadFarm).toBeNull();
    await server.store.db
      .updateTable('farm')
      .set({ is_lead_farm: 1 })
      .where('farm_id', '=', farms.at(-1) ?? 0)
      .execute();
    const { leadFarm } = await growth();
    expect(leadFarm).toMatchObject({ farmName: '앞선 농장', days: { brix: [{ mean: 11.5 }], fruitMm: [] } });
  });
});
