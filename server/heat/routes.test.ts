import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultHeatSettings, type HeatSettings } from '#contract/heat/heat.ts';
import { heatProblems } from '#contract/heat/heat-text.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';

const base = defaultHeatSettings;

/** A farm with a co-user who may write. */
async function aWorld() {
  const server = await aServer();
  const { store, url } = server;
  const ownerId = await aUser(store, 'owner');
  const memberId = await aUser(store, 'writer');
  const farmId = await aFarm(store, { ownerId, name: '한라 농장', memberId, memberRight: 'write' });
  const owner = await signIn(url, 'owner');
  const writer = await signIn(url, 'writer');
  const patch = async (person: typeof owner, mine: Partial<HeatSettings>, from: HeatSettings = base) => {
    const answer = await person.call(`/api/farms/heat-update/${farmId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...from, ...mine, base: from }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const read = async () => (await owner.call(`/api/farms/${farmId}/heat`)).json();
  const growCrop = async (status = 'growing') => {
    await store.db
      .insertInto('item_code')
      .values({ code: 'CRO901', name: '한라봉', position: 99, deleted_at: null })
      .execute();
    await store.db
      .insertInto('crop')
      .values({
        farm_id: farmId,
        crop_id: 'c1',
        item_code: 'CRO901',
        variety: '',
        house: '',
        area_m2: null,
        tree_count: null,
        planted_on: null,
        bud_break_on: '2026-02-20',
        cultivation: '',
        status,
        created_at: 0,
        deleted_at: null,
      })
      .execute();
  };
  return { store, farmId, owner, writer, patch, read, growCrop };
}

describe('heat settings of a farm', () => {
  it('are the defaults, said to be unset, until somebody changes them', async () => {
    const { read } = await aWorld();
    expect(await read()).toEqual({ settings: base, isSet: false, calendar: null, changed: null });
  });

  it('are changed by who may write, and tell who did it', async () => {
    const { patch, read, writer } = await aWorld();
    const answer = await patch(writer, { enabled: true, nightTargetC: 10 });
    expect(answer).toMatchObject({ status: 200, body: { status: 200, message: '저장했습니다.' } });
    const view = await read();
    expect(view).toEqual(answer.body.data);
    expect(view).toMatchObject({ settings: { ...base, enabled: true, nightTargetC: 10 }, isSet: true });
    expect(view.changed).toEqual({ by: 'writer', at: expect.stringMatching(/^20\d\d-/) });
  });

  it('leave an audit line with what was and what is', async () => {
    const { store, patch, owner } = await aWorld();
    await patch(owner, { enabled: true });
    await patch(owner, { nightTargetC: 9 }, { ...base, enabled: true });
    const lines = await store.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .orderBy('audit_id')
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(['heat.update', 'heat.update']);
    expect(lines[0]?.before).toBeNull();
    expect(JSON.parse(lines[1]?.before ?? '')).toEqual({ ...base, enabled: true });
    expect(JSON.parse(lines[1]?.after ?? '')).toEqual({ ...base, enabled: true, nightTargetC: 9 });
  });

  it('go on naming who changed them last when they are saved as they are', async () => {
    const { store, patch, owner, writer, read } = await aWorld();
    await patch(owner, { nightTargetC: 9 });
    expect((await patch(writer, {}, { ...base, nightTargetC: 9 })).status).toBe(200);
    expect((await read()).changed.by).toBe('owner');
    expect(await store.db.selectFrom('audit').select('audit_id').execute()).toHaveLength(1);
  });

  it('keep their bands in the order of the day', async () => {
    const { patch, owner } = await aWorld();
    const late = { from: '22:00', to: '02:00', targetC: 12 };
    const early = { from: '05:00', to: '07:30', targetC: 15 };
    const first = await patch(owner, { bands: [late, early] });
    expect(first.body.data.settings.bands).toEqual([early, late]);
    const again = await patch(owner, { bands: [late, early] }, first.body.data.settings);
    expect(again.status).toBe(200);
  });
});

describe('two people at once', () => {
  it('both get their way with different fields', async () => {
    const { patch, owner, writer, read } = await aWorld();
    await patch(owner, { nightTargetC: 10 });
    expect((await patch(writer, { enabled: true })).status).toBe(200);
    expect((await read()).settings).toMatchObject({ nightTargetC: 10, enabled: true });
  });

  it('do not overwrite each other in the same field', async () => {
    const { patch, owner, writer, read } = await aWorld();
    await patch(owner, { nightTargetC: 10 });
    const late = await patch(writer, { nightTargetC: 6 });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', details: { current: { nightTargetC: 10 }, conflicts: ['nightTargetC'] } },
    });
    expect((await read()).settings.nightTargetC).toBe(10);
  });

  it('cannot cross the order of targets between them', async () => {
    const { patch, owner, writer, read } = await aWorld();
    await patch(owner, { frostGuardC: 7 });
    const crossing = await patch(writer, { nightTargetC: 6 });
    expect(crossing).toMatchObject({ status: 400, body: { field: 'nightTargetC' } });
    expect(crossing.body.details[0].message).toBe(heatProblems.nightAboveGuard);
    expect((await read()).settings.nightTargetC).toBe(base.nightTargetC);
  });
});

describe('following the growth calendar', () => {
  it('is refused with a sentence at the field while nothing grows that has one', async () => {
    const { patch, owner, growCrop } = await aWorld();
    await growCrop('removed');
    const refused = await patch(owner, { mode: 'calendar' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', field: 'mode' } });
    expect(refused.body.details).toEqual([{ field: 'mode', problem: 'custom', message: heatProblems.noCalendar }]);
  });

  it('shows the calendar of the crop, and goes on being editable when the crop is gone', async () => {
    const { store, patch, owner, growCrop } = await aWorld();
    await growCrop();
    const follows = await patch(owner, { enabled: true, mode: 'calendar' });
    expect(follows).toMatchObject({
      status: 200,
      body: { data: { calendar: { cropName: '한라봉', budBreakOn: '2026-02-20' } } },
    });
    await store.db.updateTable('crop').set({ deleted_at: 1 }).execute();
    const off = await patch(owner, { enabled: false }, follows.body.data.settings);
    expect(off).toMatchObject({ status: 200, body: { data: { calendar: null, settings: { enabled: false } } } });
  });
});
