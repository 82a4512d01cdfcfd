import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import { createUser } from '#server/auth/account/users.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { createDevice } from '#server/device/commands.ts';
import { createDeviceCache } from '#server/device/device-cache.ts';
import { freePort } from '../free-port.ts';
import { aFarm } from '../store/store.ts';
import { placeOf } from '../store/test-database.ts';
import { aGate } from './gate.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export const PASSWORD = 'a long enough test password';

/** Gap in the temperature of the first farm, minutes before the newest reading. */
export const GAP = { fromMinutes: 90, toMinutes: 60 } as const;

/** A value that only the neighbour's farm has: anywhere else it is a leak. */
const NEIGHBOUR_VALUE = 33.3;

type SentSensor = 'temperature' | 'humidity' | 'soil_moisture' | 'soil_temperature';

/** The lead farm is always this much warmer than the first farm, ℃. */
export const LEAD_AHEAD_C = 2.1;

/** A grower's two farms, a neighbour with one, a leader with a lead farm, a user with none, an administrator; 30 hours of readings by the minute up to now. */
export type Greenhouse = {
  url: string;
  port: number;
  server(): ServerProcess;
  /** Ends the process like a power failure. */
  kill(): Promise<void>;
  /** Stops the process without ending it, so that nothing is answered. */
  stall(): void;
  resume(): void;
  /** Starts it again on the same port and data; with `home`, from another folder holding dist/app. */
  start(home?: string): Promise<void>;
  /** Ends the process, lets `work` change the database, and starts it again. */
  change(work: (store: Store) => Promise<void>): Promise<void>;
  /**
   * Backs up the data while the server runs; the returned function ends the process, restores the backup, and starts it
   * again.
   */
  backUp(): Promise<() => Promise<void>>;
  farms: { first: number; second: number; foreign: number };
  /** Index of a sensor of the first farm. */
  sensor(name: SentSensor | 'heater'): number;
  /** Sends one reading of the first farm; resolves when it is stored. */
  send(sensor: SentSensor, value: number, at?: number): Promise<void>;
  /** Ends everything and deletes the data. */
  remove(): Promise<void>;
};

/** A database with test data and a server process on it; `more` adds to its environment. */
export async function buildGreenhouse(more: Record<string, string> = {}): Promise<Greenhouse> {
  const { database, farms, key, channels } = await seededThisMinute();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'onsil-e2e-'));
  writeFileSync(path.join(dataDir, DATABASE), database);
  const port = await freePort();
  const env = { ...more, DATA_DIR: dataDir, PORT: String(port) };
  let server = await startServerProcess(env);
  const kill = async () => {
    server.kill('SIGKILL');
    await server.gone;
  };
  const start = async (home?: string) => {
    server = await startServerProcess(env, home);
  };
  return {
    // A name instead of the address: browsers allow service workers only on https and localhost.
    url: `http://localhost:${port}`,
    port,
    server: () => server,
    kill,
    stall: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    start,
    change: async (work) => {
      await kill();
      const store = await openStore(await placeOf(path.join(dataDir, DATABASE)));
      await work(store);
      await store.close();
      await start();
    },
    backUp: async () => {
      const copies = mkdtempSync(path.join(os.tmpdir(), 'onsil-e2e-'));
      run('back-up', ['--to', copies], dataDir);
      const copy = path.join(copies, readdirSync(copies).find((name) => name.startsWith('onsil-')) ?? '');
      return async () => {
        await kill();
        run('restore', ['--from', copy, '--replace'], dataDir);
        rmSync(copies, { recursive: true });
        await start();
      };
    },
    farms,
    sensor: (name) => channels.get(name) ?? 0,
    send: async (sensor, value, at = Date.now()) => {
      const answer = await fetch(`${server.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [{ sensor, value, at }] }),
      });
      const said: unknown = await answer.json();
      const stored = typeof said === 'object' && said !== null && Reflect.get(said, 'stored');
      if (stored !== 1) throw new Error(`the reading was not stored: ${JSON.stringify(said)}`);
    },
    remove: async () => {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a program of the operator; throws with its output when it fails. */
function run(program: 'back-up' | 'restore', args: readonly string[], dataDir: string): void {
  const built = path.resolve(import.meta.dirname, '../../../dist/server', `${program}.js`);
  execFileSync(process.execPath, [built, ...args], { env: { DATA_DIR: dataDir } });
}

const HISTORY_MS = 30 * HOUR_MS;

/** Values of the first farm's air and heater at an instant, without jumps. */
export function livingValues(at: number): { temperature: number; humidity: number; heater: number } {
  const wave = Math.sin(at / (4 * HOUR_MS));
  return {
    temperature: Math.round(120 + 80 * wave) / 10,
    humidity: Math.round(70 - 20 * wave),
    heater: wave < -0.5 ? 100 : 0,
  };
}

const DATABASE = 'onsil.db';

let seeded: { minute: number; things: ReturnType<typeof seed> } | undefined;

/** The test data of the current minute, cached because hashing passwords and storing readings take half a second. */
function seededThisMinute(): ReturnType<typeof seed> {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  if (seeded?.minute !== minute) seeded = { minute, things: seed(minute * MINUTE_MS) };
  return seeded.things;
}

/** The bytes of a database with all test data and readings up to `now`. */
async function seed(now: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-e2e-'));
  const store = await openStore(await placeOf(path.join(folder, DATABASE)));
  const user = (login: string, authority: UserAuthority = 'ROLE_USER') =>
    createUser(store, { login, name: login, password: PASSWORD, authority, isNew: false });
  const [grower, neighbour, leader] = await Promise.all([
    user('grower'),
    user('neighbour'),
    user('leader'),
    user('newcomer'),
    user('boss', 'ROLE_ADMINISTER'),
  ]);
  const first = await aFarm(store, { ownerId: grower, name: '위미 농장' });
  const second = await aFarm(store, { ownerId: grower, name: '와흘 농장' });
  const foreign = await aFarm(store, { ownerId: neighbour, name: '이웃 농장' });
  const lead = await aFarm(store, { ownerId: leader, name: '수산 선도농가' });
  await store.db.updateTable('farm').set({ is_lead_farm: 1 }).where('farm_id', '=', lead).execute();
  const device = async (farmId: number, types: readonly (readonly [ChannelTypeName, string])[]) => {
    const all = types.map(([type, name]) => {
      return { code: type.toLowerCase(), type, name, areaName: '1동', intervalMs: MINUTE_MS };
    });
    const created = await createDevice(store, { farmId, code: 'n01', name: '시험 장치', channels: all }, 0);
    const known = await createDeviceCache(store).byKey(created.key);
    if (!known) throw new Error('the device just created is not found by its key');
    return { ...created, known };
  };
  const { key, known, channels } = await device(first, [
    ['TEMPERATURE', '온도'],
    ['HUMIDITY', '습도'],
    ['SOIL_MOISTURE', '토양 수분'],
    ['SOIL_TEMPERATURE', '지온'],
    ['HEATER', '난방기'],
  ]);
  const second1 = await device(second, [['TEMPERATURE', '온도']]);
  const foreign1 = await device(foreign, [['TEMPERATURE', '온도']]);
  const lead1 = await device(lead, [
    ['TEMPERATURE', '온도'],
    ['CO2', '이산화탄소'],
  ]);
  const gate = aGate(store);
  const readings = Array.from({ length: HISTORY_MS / MINUTE_MS }, (_, back) => {
    const at = now - back * MINUTE_MS;
    const isGap = back > GAP.toMinutes && back < GAP.fromMinutes;
    const { temperature, ...others } = livingValues(at);
    const soil = { soil_moisture: Math.round(300 - back / 10) / 10 };
    return Object.entries({ ...(!isGap && { temperature }), ...others, ...soil }).map(([sensor, value]) => ({
      sensor,
      at,
      value,
    }));
  });
  await gate.accept(known, readings.flat());
  const warmer = readings.flat().filter(({ sensor }) => sensor === 'temperature');
  await gate.accept(
    lead1.known,
    warmer.map((reading) => ({ ...reading, value: Math.round((reading.value + LEAD_AHEAD_C) * 10) / 10 })),
  );
  await gate.accept(second1.known, [{ sensor: 'temperature', at: now, value: 7.7 }]);
  await gate.accept(foreign1.known, [{ sensor: 'temperature', at: now, value: NEIGHBOUR_VALUE }]);
  await store.close();
  const database = readFileSync(path.join(folder, DATABASE));
  rmSync(folder, { recursive: true });
  return { database, farms: { first, second, foreign }, key, channels };
}
