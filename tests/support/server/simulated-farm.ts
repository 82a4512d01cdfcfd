import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { createUser } from '#server/auth/account/users.ts';
import { readConfig } from '#server/config.ts';
import { setActuator } from '#server/control/actuators.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { demoDeps, simulatedControllers } from '#server/demo/demo.ts';
import { type DemoChannel, type DemoFarm, demoFarms } from '#server/demo/farms.ts';
import { advanceFarm } from '#server/demo/live.ts';
import { pastHouses } from '#server/demo/past-houses.ts';
import { GATEWAY_CODE } from '#server/demo/seed.ts';
import { startFarm } from '#server/demo/simulate.ts';
import { linkStations } from '#server/demo/stations.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { createDevice } from '#server/device/commands.ts';
import { type Demo, startServer } from '#server/server.ts';
import { realSources } from '#server/weather/places.ts';
import { advanceSimulated } from '#server/weather/simulated.ts';
import { PASSWORD } from './greenhouse.ts';

/** Step of the simulated minutes, ms. */
const LOOK_MS = 30 * SECOND_MS;
/** How often a station sends, ms. */
const WEATHER_MS = 10 * MINUTE_MS;

type SimulatedFarm = {
  /** Days that the houses have lived before. */
  days: number;
  /** Codes of the actuators that the server may command, with their types. */
  commanded: Readonly<Record<string, ActuatorTypeName>>;
  /** When the test begins, epoch ms: the weather of a day is always the same. Default: now. */
  from?: number;
  /** Codes of sensors that show something else than there is, and by how much. */
  offBy?: Readonly<Record<string, number>>;
  /** Whether the farm is linked to its weather stations, whose past takes seconds to make. */
  hasWeather?: boolean;
};

/** A simulated farm on a real server of this process, whose clock the test moves on, minute by minute. */
export async function aSimulatedFarm({
  days,
  commanded,
  from = Date.now(),
  offBy = {},
  hasWeather = false,
}: SimulatedFarm) {
  const farm = aFarmAtWimi(offBy);
  const [house] = farm.houses;
  if (!house) throw new Error('it has a house');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-simulated-'));
  const config = readConfig({ HOST: '127.0.0.1', DEMO: '1', DATA_DIR: dataDir });
  let ahead = 0;
  const offMs = from - Date.now();
  const now = () => Date.now() + offMs + ahead;
  let ports: Parameters<Demo['live']>[1] | undefined;
  const demo: Demo = {
    prepare: async () => {},
    weather: simulatedWeather,
    pastHouses,
    live: (_, given) => {
      ports = given;
      return async () => {};
    },
  };
  const log = pino({ level: 'silent' });
  const built = { config: { ...config, port: 0 }, log, build: 'test', demo, say: () => {} };
  const server = await startServer({ ...built, now, monotonic: now });
  const { store, engine } = server;
  if (!ports) throw new Error('the demonstration was not begun');
  const owner = { login: 'grower', name: '김농부', password: PASSWORD, authority: 'ROLE_USER' } as const;
  const ownerId = await createUser(store, { ...owner, isNew: false, isOneTime: false });
  const begin = now() - days * DAY_MS;
  const farmId = await store.db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, 'farm');
    const { latitude, longitude } = farm;
    const heat = JSON.stringify(farm.heat);
    const made = { created_at: begin, is_simulated: 1, heat_settings: heat, latitude, longitude } as const;
    await trx
      .insertInto('farm')
      .values({ farm_id: id, name: '위미 농장', address: '', owner_id: ownerId, ...made })
      .execute();
    return id;
  });
  const device = { farmId, code: GATEWAY_CODE, name: '제어기', channels: farm.houses.flatMap((one) => one.channels) };
  const { channels } = await createDevice(store, device, begin);
  const { flowLpm, areaM2 } = house.structure;
  const line = { nominalLpm: flowLpm, flowChannel: channels.get('h1-flow') ?? null, areaM2 };
  for (const [code, type] of Object.entries(commanded)) {
    const settings = { ...defaultSettings(type), isCommanded: true, ...(type === 'WATER' && line) };
    const channel = channels.get(code) ?? -1;
    await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, settings));
  }
  const state = JSON.stringify(startFarm(farm, begin));
  await store.db.insertInto('demo_state').values({ farm_id: farmId, farm_code: 'wimi', state }).execute();
  const followWeather = async () => {
    if (!hasWeather) return;
    const given = { weather: simulatedWeather, real: realSources({ serviceKey: undefined, hubKey: undefined }), now };
    await advanceSimulated(store, given, new AbortController().signal);
  };
  if (hasWeather) await linkStations(store, now());
  await followWeather();
  const controlled = simulatedControllers(store, ports);
  const deps = { ...demoDeps(store, ports), commanded: controlled.commanded };
  await advanceFarm(deps, farm);
  return {
    url: `http://localhost:${server.port}`,
    channel: (code: string) => channels.get(code) ?? -1,
    /** Lets minutes pass for houses, controllers and the server. */
    async pass(minutes: number) {
      for (const end = ahead + minutes * MINUTE_MS; ahead < end; ) {
        ahead += LOOK_MS;
        if (ahead % WEATHER_MS === 0) await followWeather();
        await advanceFarm(deps, farm);
        controlled.tick();
        await engine.run();
      }
    },
    /** The newest value of a channel, by its code. */
    async reading(code: string): Promise<number> {
      const newest = store.db
        .selectFrom('reading')
        .select('value')
        .where('channel_id', '=', channels.get(code) ?? -1);
      return (await newest.orderBy('at', 'desc').limit(1).executeTakeFirstOrThrow()).value;
    },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function aFarmAtWimi(offBy: Readonly<Record<string, number>>): DemoFarm {
  const farm = demoFarms.find(({ code }) => code === 'wimi');
  if (!farm) throw new Error('there is a farm at Wimi');
  const shown = (channel: DemoChannel) => {
    return { ...channel, calibration: channel.calibration + (offBy[channel.code] ?? 0) };
  };
  return { ...farm, houses: farm.houses.map((house) => ({ ...house, channels: house.channels.map(shown) })) };
}
