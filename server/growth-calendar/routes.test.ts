import { describe, expect, it } from 'vitest';
import { noOwnTargets } from '#contract/growth-calendar/calendar-edit.ts';
import { calendarWarningWords } from '#contract/growth-calendar/calendar-warnings-text.ts';
import { plainCrop } from '../../tests/support/examples/crop-fields.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { addCrop } from '../crop/commands.ts';
import { findHeatCalendar } from './queries.ts';

const ID = '00000000-0000-4000-8000-0000000000aa';
const EARLY_MARCH = 6;
const LATE_APRIL = 11;

async function aPlantedFarm(cultivation: 'heated' | 'unheated' = 'unheated') {
  const server = await aServer();
  const ownerId = await aUser(server.store, 'owner');
  await aUser(server.store, 'chief', { authority: 'ROLE_ADMINISTER' });
  const farmIndex = await aFarm(server.store, { ownerId });
  const crop = { ...plainCrop, farmIndex, cultivation };
  await server.store.db.transaction().execute((trx) => addCrop(trx, ID, crop, 0));
  const owner = await signIn(server.url, 'owner');
  const admin = await signIn(server.url, 'chief');
  const send = (by: typeof owner, method: string, path: string, body?: object) =>
    by
      .call(path, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      .then(async (answer) => ({ status: answer.status, body: await answer.json() }));
  const own = async () => (await send(owner, 'GET', `/api/farms/${farmIndex}/growth-calendar`)).body.crops[0];
  return { server, farmIndex, owner, admin, send, own };
}

describe('the calendar that counts on a farm', () => {
  it('is the built-in one, over it the administrator’s copy, over both the farm’s own, and says who says what', async () => {
    const { server, farmIndex, owner, admin, send, own } = await aPlantedFarm();
    expect((await own()).calendar.periods[EARLY_MARCH]).toMatchObject({ row: 5, origins: { row: 'built-in' } });

    await send(admin, 'PATCH', `/api/admin/growth-calendar/CRO001/${EARLY_MARCH}`, {
      row: 6,
      high: 21,
      season: '발아 시작',
      reason: '실증',
    });
    expect((await own()).calendar.periods[EARLY_MARCH]).toMatchObject({
      row: 6,
      high: 21,
      season: '발아 시작',
      origins: { row: 'administrator', high: 'administrator', watering: 'built-in', season: 'administrator' },
    });

    const done = await send(owner, 'PATCH', `/api/crops/${ID}/growth-calendar/${EARLY_MARCH}`, {
      row: { min: 7, max: 8 },
    });
    expect(done).toMatchObject({ status: 200, body: { data: { cropId: ID } } });
    expect((await own()).calendar.periods[EARLY_MARCH]).toMatchObject({
      row: { min: 7, max: 8 },
      high: 21,
      origins: { row: 'farm', high: 'administrator' },
      // The values that apply again when the farm's own are reset.
      replaced: { row: 6, high: 22 },
    });
    // Heating and charts use the new values at once.
    expect((await findHeatCalendar(server.store, farmIndex))?.periods[EARLY_MARCH]?.row).toEqual({ min: 7, max: 8 });
    const bands = (await send(owner, 'GET', `/api/farms/${farmIndex}/growth-targets`)).body;
    expect(bands[0].periods[EARLY_MARCH]).toMatchObject({ row: { min: 7, max: 8 }, high: 21 });
  });

  it('brings the sources of what is said against targets, to farm and administrator', async () => {
    const { farmIndex, owner, admin, send } = await aPlantedFarm();
    const said = Object.values(calendarWarningWords).map(({ source }) => source);
    const answers = [
      await send(owner, 'GET', `/api/farms/${farmIndex}/growth-calendar`),
      await send(admin, 'GET', '/api/growth-calendar/CRO001'),
    ];
    for (const { body } of answers) {
      const named = body.sources.map(({ id }: { id: string }) => id);
      expect(named).toEqual(expect.arrayContaining(said));
      expect(new Set(named).size).toBe(named.length);
    }
  });

  it('goes back to what lies below, keeping who changed what and why', async () => {
    const { owner, admin, send, own } = await aPlantedFarm();
    const path = `/api/crops/${ID}/growth-calendar`;
    await send(admin, 'PATCH', `/api/admin/growth-calendar/CRO001/${EARLY_MARCH}`, { row: 6, reason: '실증' });
    await send(owner, 'PATCH', `${path}/${EARLY_MARCH}`, { row: 7, watering: 9, reason: '춥다' });
    await send(owner, 'PATCH', `${path}/${EARLY_MARCH}`, { row: null });
    expect((await own()).calendar.periods[EARLY_MARCH]).toMatchObject({ row: 6, watering: 9 });
    await send(owner, 'DELETE', path, { reason: '다시' });
    await send(admin, 'DELETE', '/api/admin/growth-calendar/CRO001', {});
    expect((await own()).calendar.periods[EARLY_MARCH]).toMatchObject({ row: 5, origins: { watering: 'built-in' } });
    const { body: changes } = await send(owner, 'GET', `${path}/changes`);
    expect(changes).toMatchObject([
      { name: 'watering', before: 9, after: null, reason: '다시' },
      { name: 'row', before: 7, after: null, reason: '' },
      { name: 'watering', before: null, after: 9, reason: '춥다' },
      { name: 'row', before: null, after: 7, reason: '춥다', period: EARLY_MARCH, by: expect.any(String) },
    ]);
    const { body: common } = await send(admin, 'GET', '/api/admin/growth-calendar/CRO001/changes');
    expect(common).toMatchObject([
      { before: 6, after: null },
      { before: null, after: 6, reason: '실증' },
    ]);
  });

  it('keeps nights warm for trees woken by heating, unless the farm says otherwise', async () => {
    const { owner, send, own } = await aPlantedFarm('heated');
    expect((await own()).calendar.periods[LATE_APRIL]).toMatchObject({ row: 16, origins: { row: 'heated' } });
    await send(owner, 'PATCH', `/api/crops/${ID}/growth-calendar/${LATE_APRIL}`, { row: 15 });
    expect((await own()).calendar.periods[LATE_APRIL]).toMatchObject({ row: 15, origins: { row: 'farm' } });
  });

  it('tells two who change the same value of mine and theirs', async () => {
    const { owner, send } = await aPlantedFarm();
    const path = `/api/crops/${ID}/growth-calendar/${EARLY_MARCH}`;
    await send(owner, 'PATCH', path, { row: 7, base: noOwnTargets });
    expect(await send(owner, 'PATCH', path, { row: 8, base: noOwnTargets })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', details: { current: { row: 7 }, conflicts: ['row'] } },
    });
  });

  it('refuses a night as warm as the day, in the words of the field, and stores nothing of it', async () => {
    const { owner, send, own } = await aPlantedFarm();
    const refused = await send(owner, 'PATCH', `/api/crops/${ID}/growth-calendar/${EARLY_MARCH}`, { row: 22 });
    expect(refused.body).toMatchObject({ field: 'row', message: '밤 최저는 낮 최고보다 낮아야 합니다.' });
    expect((await own()).calendar.periods[EARLY_MARCH].row).toBe(5);
  });
});
