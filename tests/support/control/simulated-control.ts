import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { dropLease, holdLease } from '#server/db/lease.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { demoDeps, simulatedControllers } from '#server/demo/demo.ts';
import { demoFarms } from '#server/demo/farms.ts';
import { advanceFarm } from '#server/demo/live.ts';
import { pastHouses } from '#server/demo/past-houses.ts';
import { GATEWAY_CODE } from '#server/demo/seed.ts';
import { startFarm } from '#server/demo/simulate.ts';
import { createDevice } from '#server/device/commands.ts';
import type { Demo } from '#server/server.ts';
import { aServer, aUser, noDemo, signIn } from '../server/server.ts';

/** Step of the simulation for the equipment, ms. */
const LOOK_MS = 30_000;

const wimi = demoFarms.find(({ code }) => code === 'wimi');
if (!wimi) throw new Error('there is a farm at Wimi');
const farm = wimi;

/** A simulated farm on a real server, its engine, and a clock that the test sets. */
export async function aCommandedFarm(begin: number) {
  let clock = begin;
  const now = () => clock;
  let ports: Parameters<Demo['live']>[1] | undefined;
  const demo: Demo = {
    ...noDemo,
    pastHouses,
    live: (_store, given) => {
      ports = given;
      return async () => {};
    },
  };
  const { store, url, engine } = await aServer({ env: { DEMO: '1' }, demo, now });
  const ownerId = await aUser(store, 'grower');
  const farmId = await store.db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, 'farm');
    const at = { created_at: 0, is_simulated: 1, heat_settings: JSON.stringify(farm.heat) } as const;
    await trx
      .insertInto('farm')
      .values({ farm_id: id, name: 'Wimi', address: '', owner_id: ownerId, ...at })
      .execute();
    return id;
  });
  const channels = farm.houses.flatMap((house) => house.channels);
  const { channels: ids } = await createDevice(store, { farmId, code: GATEWAY_CODE, name: 'gateway', channels }, 0);
  const state = JSON.stringify(startFarm(farm, begin));
  await store.db.insertInto('demo_state').values({ farm_id: farmId, farm_code: 'wimi', state }).execute();

  if (!ports) throw new Error('the demonstration was not begun');
  const gates = ports;
  const controlled = simulatedControllers(store, ports);
  const deps = { ...demoDeps(store, ports), commanded: controlled.commanded };
  const grower = await signIn(url, 'grower');
  const live = async (minutes: number, decide: () => Promise<void>) => {
    for (const end = clock + minutes * MINUTE_MS; clock < end; ) {
      clock += LOOK_MS;
      if (clock % MINUTE_MS === 0) await advanceFarm(deps, farm);
      controlled.tick();
      await decide();
    }
  };
  const channel = (code: string) => ids.get(code) ?? -1;
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
      const known = await gates.directory.byTopic(farmId, 'gw2');
      if (!known) throw new Error('the device is not there');
      const readings = Array.from({ length: 360 }, (_, minute) => {
        const ago = (359 - minute) * MINUTE_MS;
        return { sensor: 'other', at: clock - ago, value: valueAgo(ago) };
      });
      await gates.gate.accept(known, readings);
      return created.channels.get('other') ?? -1;
    },
    async addRule(id: string, fields: RuleFields) {
      await store.db.transaction().execute((trx) => addRule(trx, { farmId, id }, fields, clock));
    },
    /** The value of the newest stored reading. */
    async reading(code: string): Promise<number> {
      const row = await store.db
        .selectFrom('reading')
        .select('value')
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channel(code))
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return row.value;
    },
    /** The log entries as short texts. */
    async words(): Promise<string[]> {
      const rows = await store.db.selectFrom('decision').selectAll().orderBy('decision_id').execute();
      return rows.map(({ channel_id, outcome, reason }) => {
        const code = [...ids].find(([, id]) => id === channel_id)?.[0] ?? 'rule';
        return `${code} ${outcome} ${reason}`;
      });
    },
    async commands() {
      return store.db.selectFrom('command').selectAll().orderBy('asked_at').orderBy('seq').execute();
    },
  };
}
