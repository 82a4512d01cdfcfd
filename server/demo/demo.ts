import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Store } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import type { Demo } from '../server.ts';
import { type Commanded, startLevels } from './commanded.ts';
import { type DemoFarm, demoFarms, demoUsers } from './farms.ts';
import { type DemoDeps, type SetHeat, startDemo } from './live.ts';
import { noteObservations } from './observations.ts';
import { ownPasswords, setDemoPasswords } from './passwords.ts';
import { pastHouses } from './past-houses.ts';
import { GATEWAY_CODE, isSeeded, readTestDeviceKey, removeDemo, seedDemo } from './seed.ts';
import type { FarmState } from './simulate.ts';
import { createSimulatedController, type SimulatedController } from './simulated-controller.ts';
import { linkStations } from './stations.ts';
import { simulatedWeather } from './weather.ts';

/** The demonstration, which main.ts passes to the server; no other module imports it. */
export const demo: Demo = {
  async prepare(store, { config, log, now, say }) {
    const { dataDir, isPublic } = config;
    if (!config.isDemo) return withoutDemo(store, config, say);
    const { passwords, file, areNew } = isPublic ? ownPasswords(dataDir) : knownPasswords;
    await seedDemo(store, { dataDir, passwords, log, say, now: now() });
    await linkStations(store, now());
    await noteObservations(store, now());
    await setDemoPasswords(store, passwords, now());
    say(`Demonstration mode: simulated farms, accounts ${demoUsers.join(', ')}. DEMO=0 removes it.`);
    if (areNew) for (const user of demoUsers) say(`Password of ${user}: ${passwords[user]}`);
    say(
      file ? `Their passwords stand in ${file}; remove it to have new ones made.` : `Their password: ${DEMO_PASSWORD}`,
    );
    const key = readTestDeviceKey(dataDir);
    if (key) say(`Key of the demonstration's test device (sensors temp and humid): ${key}`);
  },
  live(store, ports) {
    const controlled = simulatedControllers(store, ports);
    const timer = setInterval(controlled.tick, CONTROLLER_TICK_MS);
    const { stop } = startDemo({ ...demoDeps(store, ports), commanded: controlled.commanded });
    return async () => {
      clearInterval(timer);
      await stop();
    };
  },
  weather: simulatedWeather,
  pastHouses,
};

const knownPasswords = {
  passwords: { admin: DEMO_PASSWORD, grower: DEMO_PASSWORD, family: DEMO_PASSWORD },
  file: undefined,
  areNew: false,
} as const;

/**
 * Removes the demonstration. If the server became public by another setting and DEMO is not set, it throws ConfigError
 * instead: the operator must decide whether to keep or remove the demonstration.
 */
async function withoutDemo(
  store: Store,
  { dataDir, isDemoSet }: Pick<Config, 'dataDir' | 'isDemoSet'>,
  say: (line: string) => void,
): Promise<void> {
  if (!isDemoSet && (await isSeeded(store))) {
    throw new ConfigError(
      `${dataDir} holds the demonstration, and PUBLIC_URL, TRUST_PROXY, TLS_CERT or HOST lets others reach it: set DEMO=1 to keep it with passwords of its own, or DEMO=0 to remove it.`,
    );
  }
  await removeDemo(store, dataDir);
  const somebody = await store.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (!isDemoSet && !somebody)
    say('Others can reach this server: no demonstration. DEMO=1 brings it with passwords of its own.');
}

/** Connects the simulation to the real store: settings that growers save, readings through the usual gate. */
export function demoDeps(
  store: Store,
  { gate, directory, log, now }: Pick<Parameters<Demo['live']>[1], 'gate' | 'directory' | 'log' | 'now'>,
): DemoDeps {
  const farmIds = farmIdsOf(store);
  return {
    now,
    log,
    loadState: async (code) => (await stateRow(store, code))?.state,
    async saveState(code, state) {
      await store.db.updateTable('demo_state').set({ state }).where('farm_code', '=', code).execute();
    },
    heat: async (code) => heatOf(store, (await farmIds).get(code), code),
    async send(code, readings) {
      const farmId = (await farmIds).get(code);
      const device = farmId === undefined ? undefined : await directory.byTopic(farmId, GATEWAY_CODE);
      if (!device) return; // The user deleted the farm; its simulation continues without storing anything.
      await gate.accept(
        device,
        readings.map(({ code: sensor, at, value }) => ({ sensor, at, value })),
      );
    },
  };
}

/** Control runs end to the second, so controllers tick faster than the houses, which run by the minute. */
const CONTROLLER_TICK_MS = 1_000;

type Ports = Pick<Parameters<Demo['live']>[1], 'controllers' | 'events' | 'now'>;

/** The controllers of the simulated farms; each is created when its farm is first simulated. */
export function simulatedControllers(store: Store, { controllers, events, now }: Ports) {
  const controlled = new Map<string, SimulatedController>();
  const farmIds = farmIdsOf(store);
  return {
    tick: () => {
      for (const simulated of controlled.values()) simulated.tick();
    },
    async commanded(farm: DemoFarm, { houses }: FarmState): Promise<Commanded | undefined> {
      const farmId = (await farmIds).get(farm.code);
      if (farmId === undefined) return undefined;
      const levels = farm.houses.map((house) => {
        const state = houses[house.code];
        return state ? startLevels(house, state.controller) : {};
      });
      const simulated =
        controlled.get(farm.code) ??
        createSimulatedController(Object.assign({}, ...levels), {
          now,
          events: {
            ack: (code, ack) => events.ack(farmId, GATEWAY_CODE, code, ack),
            state: (code, state) => events.state(farmId, GATEWAY_CODE, code, state),
          },
        });
      controlled.set(farm.code, simulated);
      controllers.attach(farmId, GATEWAY_CODE, simulated.controller);
      return { simulated, codes: await commandedCodes(store, farmId) };
    },
  };
}

async function commandedCodes({ db }: Store, farmId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('actuator')
    .innerJoin('channel', (join) =>
      join.onRef('channel.farm_id', '=', 'actuator.farm_id').onRef('channel.channel_id', '=', 'actuator.channel_id'),
    )
    .select('channel.code')
    .where('actuator.farm_id', '=', farmId)
    .where('actuator.is_commanded', '=', 1)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

async function farmIdsOf({ db }: Store): Promise<Map<string, number>> {
  const rows = await db.selectFrom('demo_state').select(['farm_id', 'farm_code']).execute();
  return new Map(rows.map(({ farm_id, farm_code }) => [farm_code, farm_id]));
}

function stateRow({ db }: Store, code: string) {
  return db.selectFrom('demo_state').select('state').where('farm_code', '=', code).executeTakeFirst();
}

/** The heating settings of a farm: the grower's, or the initial ones when none are set or the farm was deleted. */
async function heatOf(store: Store, farmId: number | undefined, code: string): Promise<SetHeat> {
  const begun = demoFarms.find((farm) => farm.code === code)?.heat;
  if (!begun) throw new Error(`no demonstration farm ${code}`);
  const found = farmId === undefined ? undefined : await findHeat(store, farmId);
  if (farmId === undefined || !found?.isSet) return { settings: begun, calendar: null };
  const { settings } = found;
  return { settings, calendar: settings.mode === 'calendar' ? await findHeatCalendar(store, farmId) : null };
}
