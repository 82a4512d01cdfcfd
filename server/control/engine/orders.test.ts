import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aDevice, aFarm } from '../../../tests/support/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { setActuator } from '../actuators.ts';
import { deleteOverride, saveOverride } from '../commands.ts';
import { createControllers } from './controllers.ts';
import { createEngine } from './engine.ts';
import { takeTerm } from './memory-store.ts';

const BEGIN = Date.UTC(2026, 4, 4, 3);
type Order = { id: string; do: string; run: string; term: number; seq: number };

const aValve = () => equipment('WATER');

/** An engine with one commanded actuator, a clock that the test sets, and a controller that says what the test says. */
async function equipment(type: 'WATER' | 'FAN' | 'VENT', given: Partial<ActuatorSettings> = {}) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { channels } = await aDevice(store, farmId, [type], { code: 'gw' });
  const [[code, channel] = ['', 0]] = channels;
  const fields = { ...defaultSettings(type), isCommanded: true, ...given };
  await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  let at = BEGIN;
  let leapt = 0;
  const now = () => at;
  const monotonic = () => at - leapt;
  const real = { stations: false, forecasts: false };
  const controllers = createControllers();
  const begin = () => createEngine({ store, controllers, real, log: pino({ level: 'silent' }), now, monotonic });
  let engine = begin();
  const orders: Order[] = [];
  const documents: ControlDocument[] = [];
  let version = 0;
  let isLossy = false;
  let isRefused = false;
  let isThere = true;
  controllers.attach(farmId, 'gw', {
    isReachable: () => isThere,
    version: () => version,
    tell(document) {
      documents.push(document);
      if (!isRefused) version = document.version;
    },
    send(_, { payload }, delivered) {
      orders.push(payload as Order);
      if (!isLossy) delivered();
    },
    beat() {},
  });
  const shows = (levelPct: number, more: Partial<ActuatorState> = {}) => {
    const rest = { isMoving: false, isEstimated: false, run: null, id: null, endsAt: null, fault: null, dosed: null };
    const state = { v: 1, at, levelPct, targetPct: levelPct, source: 'command', ...rest, ...more } as const;
    engine.events.state(farmId, 'gw', code, state);
  };
  const look = () => engine.decideNow(farmId);
  shows(0);
  await engine.run();
  await engine.run();
  return {
    store,
    farmId,
    channel,
    orders,
    documents,
    shows,
    look,
    run: () => engine.run(),
    last: () => orders.at(-1) ?? { id: '', do: 'nothing', run: '', term: 0, seq: 0 },
    says(id: string, ...statuses: Ack['status'][]) {
      const answer = { v: 1, code: null, endsAt: null, maxRunSec: null, litres: null, duplicate: false } as const;
      for (const status of statuses) engine.events.ack(farmId, 'gw', code, { ...answer, id, status, at });
    },
    pass(ms: number) {
      at += ms;
    },
    /** Only the wall clock of the server is set. */
    leaps(ms: number) {
      at += ms;
      leapt += ms;
    },
    async byHand(minutes: number, levelPct = 100) {
      const hand = { id: randomUUID(), levelPct, endsAt: at + minutes * MINUTE_MS, litres: null };
      const by = { userId: 1, at };
      await store.db.transaction().execute((trx) => saveOverride(trx, { farmId, channel }, hand, by));
      await look();
    },
    async endHand() {
      await store.db.transaction().execute((trx) => deleteOverride(trx, { farmId, channel }));
    },
    /** Another process decides for a moment. */
    async losesLease() {
      await takeTerm(store);
      await look();
    },
    async restart() {
      await engine.stop();
      engine = begin();
    },
    /** Whether the broker acknowledges nothing. */
    loses(isSo: boolean) {
      isLossy = isSo;
    },
    goes() {
      isThere = false;
      engine.events.link(farmId, 'gw', 1);
    },
    comes() {
      isThere = true;
      engine.events.link(farmId, 'gw', 1);
    },
    /** Whether the broker refuses documents. */
    refuses(isSo: boolean) {
      isRefused = isSo;
    },
    /** Does something while no decision can be stored. */
    async withoutStore(work: () => Promise<void>) {
      await store.db.schema.alterTable('control_memory').renameTo('away').execute();
      await work();
      await store.db.schema.alterTable('away').renameTo('control_memory').execute();
    },
    async states() {
      const rows = await store.db.selectFrom('command').select('state').orderBy('seq').execute();
      return rows.map(({ state }) => state);
    },
    async stateOf(id = '') {
      const rows = store.db.selectFrom('command').select('state').where('command_id', '=', id);
      return (await rows.executeTakeFirst())?.state;
    },
  };
}

/** Starts it by hand for so many minutes; its controller says and shows that it runs. */
async function started(one: Awaited<ReturnType<typeof equipment>>, minutes: number) {
  await one.byHand(minutes);
  const { id, run } = one.last();
  one.says(id, 'accepted', 'running');
  one.shows(100, { id, run });
  await one.look();
  return { id, run };
}

it('does not take the state from before a start for its end', async () => {
  const fan = await equipment('FAN');
  await fan.byHand(60);
  const { id, run } = fan.last();
  fan.says(id, 'accepted', 'running');
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.shows(100, { id, run });
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.shows(0);
  await fan.look();
  expect(await fan.states()).toEqual(['done']);
});

it('does not take the state from before a start for its end after another process has decided, either', async () => {
  const fan = await equipment('FAN');
  await fan.byHand(60);
  const { id, run } = fan.last();
  fan.says(id, 'accepted', 'running');
  await fan.look();
  await fan.losesLease();
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.pass(SECOND_MS);
  fan.shows(100, { id, run });
  await fan.look();
  fan.shows(0);
  await fan.look();
  expect(await fan.states()).toEqual(['done']);
});

it('does not say that a vent has arrived before its controller has shown it since', async () => {
  const vent = await equipment('VENT', { deadbandPct: 1, holdSec: 0 });
  vent.shows(50);
  vent.pass(SECOND_MS);
  await vent.byHand(60, 54);
  const { id, run } = vent.last();
  vent.says(id, 'accepted');
  await vent.look();
  expect(await vent.stateOf(id)).toBe('accepted');
  vent.shows(50, { id, run, isMoving: true });
  await vent.look();
  vent.shows(54, { id, run });
  await vent.look();
  expect(await vent.stateOf(id)).toBe('done');
});

it('sends a vent no second command while its controller still shows what stood before the first', async () => {
  const vent = await equipment('VENT', { deadbandPct: 1, holdSec: 0 });
  vent.shows(50);
  await vent.byHand(60, 54);
  const { id, run } = vent.last();
  await vent.look();
  vent.says(id, 'accepted');
  await vent.look();
  vent.shows(50, { id, run, isMoving: true });
  await vent.look();
  vent.shows(54, { id, run });
  await vent.look();
  expect(vent.orders.map((one) => one.do)).toEqual(['position']);
});

it('does not take a run for one that has not ended when the clock of the server is set an hour ahead', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 600);
  valve.pass(MINUTE_MS);
  valve.leaps(2 * HOUR_MS);
  valve.shows(100, { id, run });
  await valve.look();
  expect(await valve.stateOf(id)).toBe('running');
  expect(valve.orders.map((one) => one.do)).not.toContain('stop');
});

it('sees that a run has not ended though the clock of the server was set back', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  valve.leaps(-HOUR_MS);
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.look();
  expect(await valve.stateOf(id)).toBe('unproved');
  expect(valve.orders.map((one) => one.do)).toContain('stop');
});

it('sends the stop of what has not ended, though the look that saw it could not be stored', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.withoutStore(valve.look);
  expect(valve.orders.map((one) => one.do)).toEqual(['on']);
  await valve.look();
  expect(valve.orders.map((one) => one.do)).toContain('stop');
  expect(await valve.states()).toContain('unproved');
});

it('looks again within seconds when a look could not be stored', async () => {
  const valve = await aValve();
  await valve.withoutStore(() => valve.byHand(5));
  expect(valve.orders).toEqual([]);
  valve.pass(5 * SECOND_MS);
  await valve.run();
  expect(valve.orders.map((one) => one.do)).toEqual(['on']);
});

it('does not say that a stop is done while the valve is seen open', async () => {
  const valve = await aValve();
  await valve.byHand(5);
  const { id, run } = valve.last();
  valve.says(id, 'accepted', 'running');
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.look();
  const stop = valve.orders.find((one) => one.do === 'stop');
  valve.says(stop?.id ?? '', 'accepted');
  await valve.look();
  expect(await valve.stateOf(stop?.id)).toBe('accepted');
  valve.shows(0);
  await valve.look();
  expect(await valve.stateOf(stop?.id)).toBe('done');
});

it('gives a start that it sends again after its end no newer number, under whatever term', async () => {
  const valve = await aValve();
  valve.loses(true);
  await valve.byHand(5);
  valve.loses(false);
  await valve.endHand();
  await valve.look();
  expect(valve.last().do).toBe('off');
  valve.says(valve.last().id, 'accepted', 'done');
  await valve.look();
  await valve.restart();
  valve.shows(0);
  valve.pass(6 * SECOND_MS);
  await valve.look();
  const [start, end, ...later] = valve.orders;
  expect([start?.do, end?.do]).toEqual(['on', 'off']);
  // Its controller refuses a start that is older than an end.
  for (const { id, term, seq } of later) expect({ id, term, seq }).toEqual({ id: start?.id, term: 1, seq: 1 });
});

it('ends the run that its controller reports, under a new id, though the copy that was put back knows of none', async () => {
  const fan = await equipment('FAN', { minOnSec: 0 });
  const { id, run } = await started(fan, 30);
  await fan.store.db.deleteFrom('control_memory').execute();
  await fan.store.db.deleteFrom('command').execute();
  await fan.endHand();
  await fan.restart();
  fan.shows(100, { id, run });
  await fan.run();
  fan.shows(100, { id, run });
  await fan.look();
  expect(fan.last()).toMatchObject({ do: 'off', run });
  expect(fan.last().id).not.toBe(id);
});

it('tells a controller that its last actuator was deleted, so that what runs there ends', async () => {
  const valve = await aValve();
  expect(Object.keys(valve.documents.at(-1)?.channels ?? {})).toHaveLength(1);
  await valve.byHand(30);
  await valve.store.db.updateTable('channel').set({ deleted_at: BEGIN }).execute();
  await valve.look();
  expect(valve.documents.at(-1)).toMatchObject({ version: 2, channels: {}, guards: [] });
});

it('brings the command of an actuator that was deleted to an end', async () => {
  const valve = await aValve();
  const { id } = await started(valve, 30);
  await valve.store.db.updateTable('channel').set({ deleted_at: BEGIN }).execute();
  valve.pass(32 * MINUTE_MS);
  await valve.look();
  expect(await valve.stateOf(id)).toBe('unproved');
});

it('sees a command to its end on a farm where nothing is commanded any more', async () => {
  const valve = await aValve();
  const { id } = await started(valve, 30);
  await valve.store.db.updateTable('actuator').set({ is_commanded: 0 }).execute();
  valve.pass(2 * MINUTE_MS);
  await valve.run();
  valve.shows(0);
  valve.pass(2 * MINUTE_MS);
  await valve.run();
  expect(await valve.stateOf(id)).toBe('done');
});

it('sends limits again, as they were, until they are taken', async () => {
  const farm = await aValve();
  farm.refuses(true);
  const fields = { ...defaultSettings('WATER'), isCommanded: true, maxRunSec: 600 };
  const { farmId, channel } = farm;
  await farm.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  const told = farm.documents.length;
  await farm.look();
  farm.pass(29 * SECOND_MS);
  await farm.look();
  expect(farm.documents.slice(told)).toHaveLength(1);
  farm.refuses(false);
  farm.pass(SECOND_MS);
  await farm.look();
  farm.pass(MINUTE_MS);
  await farm.look();
  const [first, again, ...more] = farm.documents.slice(told);
  expect(again).toEqual(first);
  expect(more).toEqual([]);
});

it('tells a controller that was away that nothing of its farm is commanded any more', async () => {
  const farm = await aValve();
  farm.goes();
  await farm.run();
  const fields = { ...defaultSettings('WATER'), isCommanded: false };
  const { farmId, channel } = farm;
  await farm.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  for (let minute = 0; minute < 3; minute += 1) {
    farm.pass(MINUTE_MS);
    await farm.run();
  }
  farm.comes();
  await farm.run();
  expect(farm.documents.at(-1)?.channels.water?.isCommanded).toBe(false);
});

it('tells a controller that was away that a longest run was lowered, and ends what has run for longer', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 50);
  valve.goes();
  const fields = { ...defaultSettings('WATER'), isCommanded: true, maxRunSec: 600 };
  const { farmId, channel } = valve;
  await valve.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  valve.pass(20 * MINUTE_MS);
  valve.comes();
  valve.shows(100, { id, run, endsAt: BEGIN + 50 * MINUTE_MS });
  await valve.run();
  expect(valve.documents.at(-1)?.channels.water?.maxRunSec).toBe(600);
  expect(valve.last()).toMatchObject({ do: 'off', run });
});
