import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { ControlDocument } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aServer, aUser, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { setActuator } from './actuators.ts';

const TYPES = ['HEATER', 'VENT', 'TEMPERATURE', 'WIND_SPEED'] as const;
const begin = Date.UTC(2026, 10, 23, 1);

/** A farm of a grower with a writing and a reading co-user, whose vent stands half open; `live` may be called again. */
async function aHeatedFarm() {
  const dataDir = temporaryDir();
  let clock = begin;
  let told: ControlDocument | undefined;
  let server = await aServer({ dataDir, now: () => clock });
  const ownerId = await aUser(server.store, 'grower');
  const memberId = await aUser(server.store, 'writer');
  const farmId = await aFarm(server.store, { ownerId, memberId, memberRight: 'write' });
  const { channels, known } = await aDevice(server.store, farmId, TYPES, { code: 'gw' });
  const [heater = 0, vent = 0] = ['heater', 'vent'].map((code) => channels.get(code));
  await server.store.db.transaction().execute(async (trx) => {
    await setActuator(trx, { farmId, channel: heater }, { ...defaultSettings('HEATER'), isCommanded: true });
    await setActuator(trx, { farmId, channel: vent }, { ...defaultSettings('VENT'), isCommanded: true });
  });
  const attach = ({ controllers }: TestServer) => {
    told = undefined;
    controllers.attach(farmId, 'gw', {
      isReachable: () => true,
      version: () => told?.version ?? 0,
      tell: (document) => {
        told = document;
      },
      send: () => {},
      beat: () => {},
    });
  };
  attach(server);
  const still = { isMoving: false, isEstimated: false, run: null, id: null, endsAt: null, fault: null };
  const state = (levelPct: number) => ({ v: 1, at: clock, levelPct, targetPct: levelPct, ...still }) as const;
  return {
    farmId,
    heater,
    vent,
    store: () => server.store,
    told: () => told,
    async measure(sensor: string, value: number) {
      await aGate(server.store, { now: () => clock }).accept(known, [{ sensor, at: clock, value }]);
    },
    async pass() {
      clock += MINUTE_MS;
      await server.engine.run();
      server.engine.events.state(farmId, 'gw', 'heater', { ...state(0), source: 'command' });
      server.engine.events.state(farmId, 'gw', 'vent', { ...state(50), source: 'local' });
      await server.engine.run();
    },
    async restart() {
      await server.stop();
      server = await aServer({ dataDir, now: () => clock });
      attach(server);
    },
    async as(login: string) {
      const { call } = await signIn(server.url, login);
      return async (method: string, path: string, body?: object) => {
        const sent = { headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) };
        const answer = await call(path, { method, ...sent });
        return { status: answer.status, body: await answer.json() };
      };
    },
  };
}

const off = { isOn: false, reason: '비닐을 걷은 철이라 끔' };

it('an interlock that its owner switched off holds nothing, says so everywhere, and stays off after a restart', async () => {
  const { farmId, heater, as, pass, restart, store } = await aHeatedFarm();
  let grower = await as('grower');
  const start = () =>
    grower('POST', `/api/farms/${farmId}/control/overrides`, { channel: heater, levelPct: 100, minutes: 10 });
  await pass();
  expect(await start()).toMatchObject({ status: 409, body: { code: 'INTERLOCKED' } });
  expect((await grower('PUT', `/api/actuators/${heater}/interlocks/heaterVent`, off)).status).toBe(200);
  await restart();
  grower = await as('grower');
  await pass();
  expect((await start()).status).toBe(200);
  await pass();
  const commands = store().db.selectFrom('command').select('action').where('channel_id', '=', heater);
  expect(await commands.execute()).toContainEqual({ action: 'on' });

  const { body: log } = await grower('GET', `/api/farms/${farmId}/control/log?actuator=${heater}`);
  expect(log.rows).toContainEqual(
    expect.objectContaining({ layer: 'interlock', reason: 'INTERLOCK_OFF', by: '창이 열려 있음' }),
  );
  const { body: matters } = await grower('GET', `/api/quality/${farmId}`);
  expect(matters.control.map(({ text }: { text: string }) => text)).toContain(
    '1동 HEATER: grower 님이 꺼 둔 인터록이 지키지 않습니다: 창이 열려 있음 (비닐을 걷은 철이라 끔).',
  );
  const { body: control } = await grower('GET', `/api/farms/${farmId}/control`);
  const shown = control.actuators.find(({ channel }: { channel: number }) => channel === heater);
  expect(shown.interlocksOff).toMatchObject([{ name: '창이 열려 있음', reason: off.reason, by: 'grower' }]);
  const audited = await store().db.selectFrom('audit').selectAll().where('action', '=', 'interlock.update').execute();
  expect(audited).toHaveLength(1);
  expect(JSON.stringify(audited[0])).toMatch(/isOn.*true.*isOn.*false.*비닐을 걷은 철이라 끔/);

  // As built in again: it holds from the next decision on, and nothing is told of it any more.
  const back = { isOn: true, reason: '' };
  expect((await grower('PUT', `/api/actuators/${heater}/interlocks/heaterVent`, back)).status).toBe(200);
  await pass();
  expect(await start()).toMatchObject({ status: 409, body: { code: 'INTERLOCKED' } });
  expect(await store().db.selectFrom('interlock').selectAll().execute()).toEqual([]);
});

it('a stricter limit holds at the next decision, in the words and at the controller, for that actuator alone', async () => {
  const { farmId, heater, vent, as, pass, told } = await aHeatedFarm();
  const grower = await as('grower');
  const guards = () => told()?.guards.map(({ actuator, op, value }) => `${actuator} ${op} ${value}`);
  await pass();
  expect(guards()).toContain('vent above 13');
  expect(guards()).toContain('heater above 40');
  const set = (path: string, body: object) => grower('PUT', `/api/actuators/${path}`, { reason: '산밭이라', ...body });
  await set(`${vent}/interlocks/gale`, { value: 9 });
  const { body } = await set(`${heater}/interlocks/overheat`, { value: 36 });
  const own = body.data.interlocks.filter((one: { own: unknown }) => one.own !== null);
  expect(own).toMatchObject([
    { name: '바람이 매우 셈', subject: [vent], when: expect.stringContaining('9 m/s 초과') },
    { name: '온도가 36 ℃ 이상임', subject: [heater], own: { value: 36, by: 'grower', reason: '산밭이라' } },
  ]);
  await pass();
  expect(guards()).toContain('vent above 9');
  expect(guards()).toContain('heater above 36');
  await set(`${vent}/interlocks/gale`, { isOn: false });
  await pass();
  expect(guards()?.some((guard) => guard === 'vent above 9' || guard === 'vent above 13')).toBe(false);
  const { body: read } = await grower('GET', `/api/farms/${farmId}/control/protections`);
  expect(read.interlocks.find(({ code }: { code: string }) => code === 'gale')).toMatchObject({
    own: { isOn: false, value: 9 },
  });
});

it('nothing is looser than built in, what protects people stays on, and a reason is asked for, each at its field', async () => {
  const { heater, vent, as } = await aHeatedFarm();
  const grower = await as('grower');
  const fieldOf = async (path: string, body: object) => {
    const { status, body: answer } = await grower('PUT', `/api/actuators/${path}`, body);
    expect(status).toBe(400);
    return answer.details.map(({ field }: { field: string }) => field);
  };
  expect(await fieldOf(`${vent}/interlocks/wind`, { value: 12, reason: '약한 바람' })).toEqual(['value']);
  expect(await fieldOf(`${vent}/interlocks/rain`, { limitPct: 60, reason: '비가림' })).toEqual(['limitPct']);
  expect(await fieldOf(`${vent}/interlocks/rain`, { value: 1, reason: '비가림' })).toEqual(['value']);
  expect(await fieldOf(`${heater}/interlocks/overheat`, off)).toEqual(['isOn']);
  expect(await fieldOf(`${vent}/interlocks/wind`, { isOn: false })).toEqual(['reason']);
  expect((await grower('PUT', `/api/actuators/${heater}/interlocks/wind`, off)).status).toBe(404);
});

it('the wind that a gauge on the farm tells is known, and holds a vent back from a hand, too', async () => {
  const { farmId, vent, as, pass, measure } = await aHeatedFarm();
  const grower = await as('grower');
  const isUnknown = async () => (await grower('GET', `/api/farms/${farmId}/control`)).body.isWindUnknown;
  await pass();
  expect(await isUnknown()).toBe(true);
  await measure('wind_speed', 14);
  await pass();
  expect(await isUnknown()).toBe(false);
  const hand = { channel: vent, levelPct: 40, minutes: 10 };
  expect(await grower('POST', `/api/farms/${farmId}/control/overrides`, hand)).toMatchObject({
    status: 409,
    body: { code: 'INTERLOCKED', message: '지금은 움직일 수 없습니다: 바람이 매우 셈' },
  });
});

it('is the say of the owner alone: neither who writes, nor who reads, nor the owner of another farm', async () => {
  const { vent, as, store } = await aHeatedFarm();
  const other = await aUser(store(), 'neighbour');
  await aFarm(store(), { ownerId: other, name: '이웃' });
  const asked = async (login: string) =>
    (await (await as(login))('PUT', `/api/actuators/${vent}/interlocks/wind`, off)).status;
  expect(await asked('writer')).toBe(403);
  // A stranger is told what is told of things that do not exist.
  expect(await asked('neighbour')).toBe(404);
  await store().db.updateTable('farm_member').set({ right: 'read' }).execute();
  expect(await asked('writer')).toBe(403);
  expect(await store().db.selectFrom('interlock').selectAll().execute()).toEqual([]);
});
