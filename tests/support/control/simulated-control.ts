import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { dropLease, holdLease } from '#server/db/lease.ts';
import { createDevice } from '#server/device/commands.ts';
import { aServer, aUser, signIn } from '../server/server.ts';
import { addSimulatedFarm, demoByHand, farmAtWimi } from '../server/simulated-houses.ts';

/** Step of the simulation for the equipment, ms. */
const LOOK_MS = 30_000;

/** A simulated farm on a real server, its engine, and a clock that the test sets. */
export async function aCommandedFarm(begin: number) {
  let clock = begin;
  const now = () => clock;
  const { demo, ports } = demoByHand();
  const { store, url, engine } = await aServer({ env: { DEMO: '1' }, demo, now });
  const ownerId = await aUser(store, 'grower');
  const added = { ownerId, name: 'Wimi', createdAt: 0, begin };
  const { farmId, channels, channel, advance, tick, reading } = await addSimulatedFarm(
    store,
    ports(),
    farmAtWimi(),
    added,
  );
  const grower = await signIn(url, 'grower');
  const live = async (minutes: number, decide: () => Promise<void>) => {
    for (const end = clock + minutes * MINUTE_MS; clock < end; ) {
      clock += LOOK_MS;
      if (clock % MINUTE_MS === 0) await advance();
      tick();
      await decide();
    }
  };
  return {
    store,
    farmId,
    channel,
    now,
    /** Advances by minutes; houses run every minute, controllers and the engine every half minute. */
    async pass(minutes: number) {
      await live(minutes, () => engine.run());
    },
    /** Advances without a deciding server; controllers and houses continue. */
    async passWithoutServer(minutes: number) {
      await engine.stop();
      // Another process holds the lease and does nothing.
      const silent = { name: 'control', holder: 'silent' };
      await holdLease(store, { ...silent, now: clock, lastsMs: DAY_MS });
      await live(minutes, async () => {});
      await dropLease(store, silent);
    },
    async call(method: string, path: string, body?: unknown) {
      const answer = await grower.call(path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async command(code: string, type: ActuatorTypeName, given: Partial<ActuatorSettings> = {}) {
      const fields = { ...defaultSettings(type), isCommanded: true, ...given };
      await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel: channel(code) }, fields));
    },
    /** Adds a device with one sensor to the first house; its readings by the minute depend on their age in ms. */
    async listenTo(type: ChannelTypeName, valueAgo: (ms: number) => number): Promise<number> {
      const sensor = { code: 'other', type, name: 'other', areaName: '1동', intervalMs: MINUTE_MS, calibration: 0 };
      const device = { farmId, code: 'gw2', name: 'other', channels: [sensor] };
      const created = await createDevice(store, device, 0);
      const known = await ports().directory.byTopic(farmId, 'gw2');
      if (!known) throw new Error('the device is not there');
      const readings = Array.from({ length: 360 }, (_, minute) => {
        const ago = (359 - minute) * MINUTE_MS;
        return { sensor: 'other', at: clock - ago, value: valueAgo(ago) };
      });
      await ports().gate.accept(known, readings);
      return created.channels.get('other') ?? -1;
    },
    async addRule(id: string, fields: RuleFields) {
      await store.db.transaction().execute((trx) => addRule(trx, { farmId, id }, fields, clock));
    },
    reading,
    /** The log entries as short texts. */
    async words(): Promise<string[]> {
      const rows = await store.db.selectFrom('decision').selectAll().orderBy('decision_id').execute();
      return rows.map(({ channel_id, outcome, reason }) => {
        const code = [...channels].find(([, id]) => id === channel_id)?.[0] ?? 'rule';
        return `${code} ${outcome} ${reason}`;
      });
    },
    async commands() {
      return store.db.selectFrom('command').selectAll().orderBy('asked_at').orderBy('seq').execute();
    },
  };
}
