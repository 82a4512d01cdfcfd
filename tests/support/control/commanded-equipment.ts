import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { deleteOverride, saveOverride } from '#server/control/commands.ts';
import { createControllers } from '#server/control/engine/controllers.ts';
import { createEngine } from '#server/control/engine/engine.ts';
import { takeTerm } from '#server/control/engine/memory-store.ts';
import { aDevice, aFarm } from '../store/store.ts';
import { aStore } from '../temporary.ts';

export const BEGIN = Date.UTC(2026, 4, 4, 3);
type Order = { id: string; do: string; run: string; term: number; seq: number };

export const aValve = () => equipment('WATER');

/** An engine with one commanded actuator, a clock that the test sets, and a controller that says what the test says. */
export async function equipment(type: 'WATER' | 'FAN' | 'VENT', given: Partial<ActuatorSettings> = {}) {
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
  // The machine's clock goes on while the server is down.
  const clock = { now, monotonic, clockId: 'machine' };
  const real = { stations: false, forecasts: false };
  const controllers = createControllers();
  const begin = () => createEngine({ store, controllers, real, ...clock, log: pino({ level: 'silent' }) });
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
    now,
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
    /** `meanwhile` happens while the server is down. */
    async restart(meanwhile: () => void = () => {}) {
      await engine.stop();
      meanwhile();
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
export async function started(one: Awaited<ReturnType<typeof equipment>>, minutes: number) {
  await one.byHand(minutes);
  const { id, run } = one.last();
  one.says(id, 'accepted', 'running');
  one.shows(100, { id, run });
  await one.look();
  return { id, run };
}
