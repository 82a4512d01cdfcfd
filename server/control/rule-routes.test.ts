import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { controlProblems } from '#contract/control/control-text.ts';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { aWorld, type World } from '../../tests/contract/examples.ts';
import { aCropOn } from '../../tests/contract/examples-crop.ts';
import { aRuleFarm } from '../../tests/contract/examples-rule.ts';
import type { SignedIn } from '../../tests/support/server/server.ts';
import { aDevice } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';
import { nothingKnown } from './decide/actuator-memory.ts';
import { emptyMemory } from './decide/decide.ts';
import type { Memory } from './decide/world.ts';
import { addDecisions, addTrips, saveMemory } from './engine/memory-store.ts';
import { addRule, changeRule, ruleLimits } from './rule-commands.ts';
import { ruleNames, rulesOf } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

async function send(person: SignedIn, method: string, path: string, body: unknown) {
  const answer = await person.call(path, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** A farm with the equipment that rules need, and one rule of a family. */
async function aRule(family: RuleFamily, mine: object = {}) {
  const { farmIndex, forms } = await aRuleFarm(world);
  const { owner, writer } = world.people;
  const made = await send(owner, 'POST', `/api/${family}`, { ...forms[family], ...mine, farmIndex });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, fields } = made.body.data;
  const path = `/api/${family}/${id}`;
  return { farmIndex, forms, owner, writer, id, fields, path };
}

describe('a rule', () => {
  it('stands in the list of its family in one sentence, with its next start', async () => {
    const { farmIndex, owner } = await aRule('water-time', { days: [1, 2, 3, 4, 5, 6, 7], enabled: true });
    const list = await (await owner.call(`/api/manage/water-time?farmIndex=${farmIndex}`)).json();
    expect(list).toMatchObject({
      total: 1,
      rows: [{ sentence: '06:30에, WATER에 20분 줍니다.', right: 'own', now: null }],
    });
    expect(new Date(list.rows[0].nextAt).toISOString()).toMatch(/T21:30:00/);
    expect(await (await owner.call(`/api/manage/water-sensor?farmIndex=${farmIndex}`)).json()).toMatchObject({
      total: 0,
    });
  });

  it('is found by its name and sorted as asked', async () => {
    const { farmIndex, forms, owner } = await aRule('water-time');
    await send(owner, 'POST', '/api/water-time', { ...forms['water-time'], name: '저녁 관수', priority: 1, farmIndex });
    const names = async (query: string) => {
      const { rows } = await (await owner.call(`/api/manage/water-time?farmIndex=${farmIndex}&${query}`)).json();
      return rows.map(({ fields }: { fields: { name: string } }) => fields.name);
    };
    expect(await names('')).toEqual(['저녁 관수', '아침 관수']);
    expect(await names('sort=-priority')).toEqual(['아침 관수', '저녁 관수']);
    expect(await names('search=%EC%A0%80%EB%85%81')).toEqual(['저녁 관수']);
  });

  it('is sorted by its next start on one farm, what never comes last, and refuses it over several', async () => {
    const { farmIndex, forms, owner } = await aRule('water-time', { name: '꺼 둔 관수', enabled: false });
    const every = { days: [1, 2, 3, 4, 5, 6, 7], enabled: true, farmIndex };
    const starts = ['05:00', '09:00', '13:00', '17:00', '21:00'];
    for (const start of starts) {
      await send(owner, 'POST', '/api/water-time', { ...forms['water-time'], ...every, name: start, starts: [start] });
    }
    const listed = async (query: string): Promise<(string | null)[]> => {
      const { rows } = await (await owner.call(`/api/manage/water-time?farmIndex=${farmIndex}&${query}`)).json();
      return rows.map(({ nextAt }: { nextAt: string | null }) => nextAt);
    };
    const nexts = await listed('sort=nextAt');
    expect(nexts).toEqual([...nexts.filter((at) => at !== null).sort(), null]);
    expect(new Set(nexts).size).toBe(starts.length + 1);
    expect(await listed('sort=nextAt&size=2&page=2')).toEqual(nexts.slice(2, 4));
    expect(await listed('sort=-nextAt')).toEqual([...nexts].reverse());
    const refused = await owner.call('/api/manage/water-time?sort=nextAt');
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { field: 'sort' },
    });
  });

  it('comes next when its rest is over, not before', async () => {
    const { farmIndex, owner, id } = await aRule('water-sensor', { enabled: true, windows: [] });
    const nextAt = async () => {
      const { rows } = await (await owner.call(`/api/manage/water-sensor?farmIndex=${farmIndex}`)).json();
      return rows[0].nextAt;
    };
    expect(await nextAt()).toBeNull();
    const until = Date.now() + 12 * HOUR_MS;
    const figures = [{ name: 'until', value: until, at: null, limit: null }] as const;
    const said = { layer: 'rule', outcome: 'kept', reason: 'RESTING', figures, by: null } as const;
    const row = { at: Date.now(), rule: id, actuator: null, ...said };
    await world.server.store.db.transaction().execute((trx) => addDecisions(trx, farmIndex, [row]));
    expect(Date.parse(await nextAt())).toBe(until);
  });

  it('stands before the others while it needs a person', async () => {
    const { farmIndex, forms, owner } = await aRule('water-sensor', { enabled: true, priority: 9 });
    const { rows } = await (await owner.call(`/api/manage/water-sensor?farmIndex=${farmIndex}`)).json();
    await send(owner, 'POST', '/api/water-sensor', { ...forms['water-sensor'], name: '먼저', priority: 1, farmIndex });
    const said = { layer: 'rule', outcome: 'suspended', reason: 'NO_RISE', figures: [], by: null } as const;
    const row = { at: Date.now(), rule: rows[0].id, actuator: null, ...said };
    await world.server.store.db.transaction().execute((trx) => addDecisions(trx, farmIndex, [row]));
    const again = await (await owner.call(`/api/manage/water-sensor?farmIndex=${farmIndex}`)).json();
    expect(again.rows.map(({ id }: { id: string }) => id)[0]).toBe(rows[0].id);
  });

  it.each(['TRIPPED', 'UNPROVED', 'PUMP_TRIPPED', 'STATE_UNKNOWN', 'WAITS'])(
    'stands before the others while what it moves is in trouble: %s',
    async (trouble) => {
      const { farmIndex, forms, owner, id, fields } = await aRule('water-sensor', { enabled: true, priority: 9 });
      const { store } = world.server;
      const valve = forms['water-sensor'].steps[0]?.valve ?? 0;
      const { channels } = await aDevice(store, farmIndex, ['WATER', 'PUMP'], { code: `other${farmIndex}` });
      const [well = 0, pump = 0] = ['water', 'pump'].map((code) => channels.get(code));
      const other = { ...forms['water-sensor'], name: '먼저', priority: 1, enabled: true, mode: 'act' } as const;
      await store.db.transaction().execute(async (trx) => {
        const acting = { ...forms['water-sensor'], ...fields, mode: 'act' } as const;
        await changeRule(trx, { farmId: farmIndex, id }, acting, Date.now());
        const steps = [{ valve: well, doseMin: 10 }];
        await addRule(trx, { farmId: farmIndex, id: randomUUID() }, { ...other, steps }, Date.now());
        const settings = { ...defaultSettings('WATER'), upstream: [pump] };
        await setActuator(trx, { farmId: farmIndex, channel: valve }, settings);
      });
      const first = async (): Promise<string> => {
        const { rows } = await (await owner.call(`/api/manage/water-sensor?farmIndex=${farmIndex}`)).json();
        return rows[0].fields.name;
      };
      expect(await first()).toBe('먼저');
      await store.db.transaction().execute(async (trx) => {
        const said = { layer: 'rule', outcome: 'blocked', reason: 'STATE_UNKNOWN', figures: [], by: null } as const;
        const row = { ...said, rule: id, at: Date.now() - 4 * MINUTE_MS };
        const remember = (memory: Partial<Memory>) =>
          saveMemory(trx, { farmId: farmIndex, memory: { ...emptyMemory, ...memory }, term: 1, at: Date.now() });
        if (trouble === 'TRIPPED') await addTrips(trx, farmIndex, [{ channel: valve, by: 'UNPROVED' }], Date.now());
        if (trouble === 'PUMP_TRIPPED') await addTrips(trx, farmIndex, [{ channel: pump, by: 'UNPROVED' }], Date.now());
        if (trouble === 'UNPROVED') await remember({ actuators: { [valve]: { ...nothingKnown, unproved: 1 } } });
        if (trouble === 'WAITS') await addDecisions(trx, farmIndex, [{ ...row, actuator: null, outcome: 'waiting' }]);
        if (trouble === 'STATE_UNKNOWN') {
          const later = { ...row, actuator: null, outcome: 'kept', reason: 'DRY', at: row.at + 1 } as const;
          await addDecisions(trx, farmIndex, [{ ...row, actuator: valve }, later]);
          await remember({ logged: { [`actuator:${valve}`]: 'blocked rule STATE_UNKNOWN ' } });
        }
      });
      expect(await first()).toBe(fields.name);
    },
  );

  it('is given for deciding until it is deleted, and goes on being named', async () => {
    const { farmIndex, owner, path, id, fields } = await aRule('water-sensor');
    const { store } = world.server;
    expect(await rulesOf(store, farmIndex)).toMatchObject([{ id, fields }]);
    await send(owner, 'PATCH', `${path}/switch`, { enabled: true, mode: 'watch' });
    expect(await rulesOf(store, farmIndex)).toMatchObject([{ id, fields: { ...fields, enabled: true } }]);
    await send(owner, 'DELETE', path, { confirmName: fields.name });
    expect(await rulesOf(store, farmIndex)).toEqual([]);
    expect(await ruleNames(store, farmIndex)).toEqual(new Map([[id, fields.name]]));
    expect((await owner.call(path)).status).toBe(404);
  });

  it('tells who did what to it', async () => {
    const { writer, path, fields } = await aRule('reservation-target');
    await send(writer, 'PUT', path, { ...fields, note: '문풍지 갈고', base: fields });
    await send(writer, 'PATCH', `${path}/switch`, { enabled: true, mode: 'watch' });
    const { history } = await (await writer.call(path)).json();
    expect(history).toMatchObject([
      { by: 'writer', did: 'switch' },
      { by: 'writer', did: 'update' },
      { by: 'owner', did: 'create' },
    ]);
  });

  it('is of one family: no other shows or changes it', async () => {
    const { owner, id, fields } = await aRule('water-time');
    expect((await owner.call(`/api/water-sensor/${id}`)).status).toBe(404);
    expect((await send(owner, 'PUT', `/api/water-sensor/${id}`, { name: 'x', base: undefined })).status).toBe(404);
    expect((await send(owner, 'DELETE', `/api/reservation-ghg/${id}`, { confirmName: fields.name })).status).toBe(404);
  });
});

describe('what is wrong with a rule', () => {
  it.each([
    [
      'water-time',
      { steps: [{ valve: 999_999, amount: 20 }] },
      'steps.0.valve',
      controlProblems.otherType('관수 밸브'),
    ],
    ['water-time', { steps: [] }, 'steps', controlProblems.steps],
    ['water-time', { unit: 'litres' }, 'steps.0.amount', controlProblems.nominal],
    ['water-sensor', { toPct: 29 }, 'toPct', controlProblems.toPct],
    ['water-sensor', { dailyMax: { minutes: 20 } }, 'dailyMax.minutes', controlProblems.dosesOverDay],
    ['reservation-target', { minPct: 100 }, 'minPct', controlProblems.minPct],
    ['reservation-composite', { actions: [] }, 'actions', controlProblems.actions],
    ['reservation-ghg', { vents: [] }, 'vents', controlProblems.vents],
  ] as const)('of %s %j is said at %s', async (family, mine, field, message) => {
    const { farmIndex, forms } = await aRuleFarm(world);
    const refused = await send(world.people.owner, 'POST', `/api/${family}`, { ...forms[family], ...mine, farmIndex });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', field } });
    expect(refused.body.details).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('is rain that it skips for in a covered house; a rule from before keeps it until it is edited', async () => {
    const rainSkip = { pastHours: 24, pastMm: 5, nextHours: 12, nextMm: 5 };
    const { farmIndex, forms } = await aRuleFarm(world);
    const { owner } = world.people;
    const { store } = world.server;
    const cropId = await aCropOn(world, farmIndex);
    const rainy = { ...forms['water-time'], rainSkip, farmIndex };
    const refused = await send(owner, 'POST', '/api/water-time', rainy);
    expect(refused).toMatchObject({ status: 400, body: { field: 'rainSkip' } });
    expect(refused.body.details[0]).toMatchObject({ message: controlProblems.rainIsOutside });
    await store.db.updateTable('crop').set({ cultivation: 'open' }).where('crop_id', '=', cropId).execute();
    const made = await send(owner, 'POST', '/api/water-time', rainy);
    expect(made.status).toBe(201);
    await store.db.updateTable('crop').set({ cultivation: 'heated' }).where('crop_id', '=', cropId).execute();
    const path = `/api/water-time/${made.body.data.id}`;
    expect((await (await owner.call(path)).json()).fields).toMatchObject({ rainSkip });
    expect(await send(owner, 'PUT', path, { note: '비' })).toMatchObject({ status: 400, body: { field: 'rainSkip' } });
    expect((await send(owner, 'PUT', path, { rainSkip: null })).status).toBe(200);
  });

  it('is a name that another of its family has, not one of another family', async () => {
    const { farmIndex, forms, owner } = await aRule('water-time');
    const taken = await send(owner, 'POST', '/api/water-time', { ...forms['water-time'], farmIndex });
    expect(taken).toMatchObject({ status: 400, body: { field: 'name', message: controlProblems.nameTaken } });
    const other = { ...forms['water-sensor'], name: forms['water-time'].name, farmIndex };
    expect((await send(owner, 'POST', '/api/water-sensor', other)).status).toBe(201);
  });

  it('is that the farm has 20 of its family', async () => {
    const { farmIndex, forms, owner } = await aRule('water-time');
    for (let made = 1; made < 20; made += 1) {
      const next = await send(owner, 'POST', '/api/water-time', {
        ...forms['water-time'],
        name: `관수 ${made}`,
        farmIndex,
      });
      expect(next.status).toBe(201);
    }
    const more = await send(owner, 'POST', '/api/water-time', { ...forms['water-time'], name: '하나 더', farmIndex });
    expect(more).toMatchObject({ status: 409, body: { code: 'RULE_LIMIT' } });
    expect(ruleLimits).toEqual({ family: 20, farm: 50 });
  });

  it('never keeps it from being switched off', async () => {
    const { owner, path, forms } = await aRule('water-time', { enabled: true });
    const valve = forms['water-time'].steps[0]?.valve ?? 0;
    await world.server.store.db.updateTable('channel').set({ deleted_at: 1 }).where('channel_id', '=', valve).execute();
    expect((await send(owner, 'PATCH', `${path}/switch`, { enabled: false, mode: 'watch' })).status).toBe(200);
    const on = await send(owner, 'PATCH', `${path}/switch`, { enabled: true, mode: 'watch' });
    expect(on).toMatchObject({ status: 400, body: { field: 'steps.0.valve' } });
  });
});

describe('two people with one rule', () => {
  it('both get their way where one only renames it', async () => {
    const { owner, writer, path, fields } = await aRule('water-time');
    await send(owner, 'PUT', path, { ...fields, starts: ['07:00'], base: fields });
    const renamed = await send(writer, 'PUT', path, { ...fields, name: '월목 관수', base: fields });
    expect(renamed).toMatchObject({
      status: 200,
      body: { data: { fields: { name: '월목 관수', starts: ['07:00'] } } },
    });
  });

  it('are never merged in what it does, though they touched other fields', async () => {
    const { owner, writer, path, fields } = await aRule('water-time');
    await send(owner, 'PUT', path, { ...fields, starts: ['07:00'], base: fields });
    const met = await send(writer, 'PUT', path, { ...fields, budgetPct: 120, base: fields });
    expect(met).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE', details: { conflicts: ['starts'] } } });
    expect((await (await owner.call(path)).json()).fields).toMatchObject({ starts: ['07:00'], budgetPct: 100 });
  });

  it('do not switch on what acts by now, thinking that it watches', async () => {
    const { farmIndex, owner, writer, path, fields, forms } = await aRule('water-time');
    const base = { enabled: false, mode: 'watch' };
    const acting = JSON.stringify({ ...fields, mode: 'act' });
    await world.server.store.db.updateTable('rule').set({ body: acting }).where('farm_id', '=', farmIndex).execute();
    const late = await send(writer, 'PATCH', `${path}/switch`, { enabled: true, mode: 'watch', base });
    expect(late).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect((await (await owner.call(path)).json()).fields).toMatchObject({ ...forms['water-time'], mode: 'act' });
  });

  it('may both switch it off', async () => {
    const { owner, writer, path } = await aRule('water-time', { enabled: true });
    const [base, off] = [
      { enabled: true, mode: 'watch' },
      { enabled: false, mode: 'watch' },
    ];
    expect((await send(owner, 'PATCH', `${path}/switch`, { ...off, base })).status).toBe(200);
    expect((await send(writer, 'PATCH', `${path}/switch`, { ...off, base })).status).toBe(200);
  });
});
