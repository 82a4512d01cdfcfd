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
import type { DemoChannel, DemoFarm } from '#server/demo/farms.ts';
import { linkStations } from '#server/demo/stations.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { startServer } from '#server/server.ts';
import { realSources } from '#server/weather/places.ts';
import { advanceSimulated } from '#server/weather/simulated.ts';
import { PASSWORD } from './greenhouse.ts';
import { addSimulatedFarm, demoByHand, farmAtWimi } from './simulated-houses.ts';

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
  /** Whether the first house has a supply of carbon dioxide, h1-supply. */
  hasSupply?: boolean;
  /** Whether the farm is linked to its weather stations, whose past takes seconds to make. */
  hasWeather?: boolean;
};

/** A simulated farm on a real server of this process, whose clock the test moves on, minute by minute. */
export async function aSimulatedFarm({
  days,
  commanded,
  from = Date.now(),
  offBy = {},
  hasSupply = false,
  hasWeather = false,
}: SimulatedFarm) {
  const shown = showing(farmAtWimi(), offBy);
  const farm = hasSupply ? withSupply(shown) : shown;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-simulated-'));
  const config = readConfig({ HOST: '127.0.0.1', DEMO: '1', DATA_DIR: dataDir });
  let ahead = 0;
  const offMs = from - Date.now();
  const now = () => Date.now() + offMs + ahead;
  const { demo, ports } = demoByHand();
  const log = pino({ level: 'silent' });
  const built = { config: { ...config, port: 0 }, log, build: 'test', demo, say: () => {} };
  const server = await startServer({ ...built, now, monotonic: now });
  const { store, engine } = server;
  const owner = { login: 'grower', name: '김농부', password: PASSWORD, authority: 'ROLE_USER' } as const;
  const ownerId = await createUser(store, { ...owner, isNew: false, isOneTime: false });
  const begin = now() - days * DAY_MS;
  const added = { ownerId, name: '위미 농장', createdAt: begin, begin };
  const { farmId, channel, advance, tick, reading } = await addSimulatedFarm(store, ports(), farm, added);
  const lineOf = (valve: string) => {
    const house = farm.houses.find(({ code }) => valve.startsWith(`${code}-`));
    if (!house) throw new Error(`${valve} is of no house`);
    const { flowLpm, areaM2 } = house.structure;
    return { nominalLpm: flowLpm, flowChannel: channel(`${house.code}-flow`), areaM2 };
  };
  for (const [code, type] of Object.entries(commanded)) {
    const settings = { ...defaultSettings(type), isCommanded: true, ...(type === 'WATER' && lineOf(code)) };
    await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel: channel(code) }, settings));
  }
  const followWeather = async () => {
    if (!hasWeather) return;
    const given = { weather: simulatedWeather, real: realSources({ serviceKey: undefined, hubKey: undefined }), now };
    await advanceSimulated(store, given, new AbortController().signal);
  };
  if (hasWeather) await linkStations(store, now());
  await followWeather();
  await advance();
  return {
    url: `http://localhost:${server.port}`,
    channel,
    reading,
    /** Lets minutes pass for houses, controllers and the server. */
    async pass(minutes: number) {
      for (const end = ahead + minutes * MINUTE_MS; ahead < end; ) {
        ahead += LOOK_MS;
        if (ahead % WEATHER_MS === 0) await followWeather();
        await advance();
        tick();
        await engine.run();
      }
    },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The farm with sensors that show something else than there is. */
function showing(farm: DemoFarm, offBy: Readonly<Record<string, number>>): DemoFarm {
  const shown = (channel: DemoChannel) => {
    return { ...channel, calibration: channel.calibration + (offBy[channel.code] ?? 0) };
  };
  return { ...farm, houses: farm.houses.map((house) => ({ ...house, channels: house.channels.map(shown) })) };
}

function withSupply(farm: DemoFarm): DemoFarm {
  const supply = { code: 'h1-supply', type: 'CO2_SUPPLY', name: '탄산가스', areaName: '1동' } as const;
  const channel = { ...supply, intervalMs: MINUTE_MS, calibration: 0 };
  const [first, ...others] = farm.houses;
  return first ? { ...farm, houses: [{ ...first, channels: [...first.channels, channel] }, ...others] } : farm;
}
