import { randomUUID } from 'node:crypto';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { sunTimes } from '#contract/time/sun.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { plainCrop } from '../examples/crop-fields.ts';
import { type Greenhouse, PASSWORD } from '../server/greenhouse.ts';
import { signIn } from '../server/server.ts';

const STEP_MS = 10 * MINUTE_MS;

/** The channels of a well-equipped house. */
const channels = [
  ['temp', 'TEMPERATURE', '내부 온도'],
  ['humid', 'HUMIDITY', '내부 습도'],
  ['soil', 'SOIL_MOISTURE', '토양 수분'],
  ['flow', 'FLOW_RATE', '관수 유량'],
  ['soiltemp', 'SOIL_TEMPERATURE', '지온'],
  ['co2', 'CO2', '이산화탄소'],
  ['solar', 'SOLAR', '지붕 일사'],
  ['heater', 'HEATER', '난방기'],
  ['vent', 'VENT', '측창'],
  ['curtain', 'CURTAIN', '보온커튼'],
  ['water', 'WATER', '관수 밸브'],
] as const satisfies readonly (readonly [code: string, type: ChannelTypeName, name: string])[];

type ChannelCode = (typeof channels)[number][0];

/** Values on a mild day of a normal house, in which only a vent moves. */
function usualValue(code: ChannelCode, at: number): number {
  const wave = Math.sin(at / (4 * HOUR_MS));
  const { sunrise, sunset } = sunTimes(at);
  const isLight = at > sunrise && at < sunset;
  const values: Record<ChannelCode, number> = {
    temp: 13 + 2 * wave,
    humid: 70 - 10 * wave,
    soil: 26 + wave,
    flow: 0,
    soiltemp: 15 + wave,
    co2: 450 - 40 * wave,
    solar: isLight ? 300 + 50 * wave : 0,
    heater: 0,
    vent: 20,
    curtain: 0,
    water: 0,
  };
  return Math.round(values[code] * 100) / 100;
}

type FarmOfHouses = {
  farm: number;
  /** Sends a reading of a house (from 1); `at` is now by default. */
  send(house: number, code: ChannelCode, value: number, at?: number): Promise<void>;
};

/**
 * The only farm of the user `newcomer`, with 한라봉 in `count` houses that have measured every ten minutes for the last
 * day. `sayAt` may replace a value, or leave it out (null).
 */
export async function aFarmOfHouses(
  { url }: Pick<Greenhouse, 'url'>,
  count: number,
  sayAt: (house: number, code: ChannelCode, at: number) => number | null | undefined = () => undefined,
): Promise<FarmOfHouses> {
  const { call } = await signIn(url, 'newcomer', PASSWORD);
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const place = { address: '', latitude: null, longitude: null, areaM2: 3300 };
  const { data: farm } = await post('/api/farms', { farmName: '남원 한라봉 농장', ...place, coUsers: [] });
  const farmIndex: number = farm.index;
  await post('/api/crops', { ...plainCrop, farmIndex });
  const node = { farmIndex, code: 'n01', name: '온실 제어기', kind: 'node', place: '', note: '' };
  const { data: made } = await post('/api/devices', node);
  const houses = Array.from({ length: count }, (_, at) => at + 1);
  const codeOf = (house: number, code: ChannelCode) => `h${house}${code}`;
  for (const house of houses) {
    for (const [code, type, name] of channels) {
      const limits = { plausibleMin: null, plausibleMax: null };
      const sensor = { deviceIndex: made.device.index, code: codeOf(house, code), type, name };
      await post('/api/sensors', { ...sensor, areaName: `${house}동`, intervalMs: STEP_MS, ...limits });
    }
  }
  const ingest = async (readings: { sensor: string; value: number; at: number }[]) => {
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    });
    const said = await answer.json();
    if (said.stored !== readings.length) throw new Error(`not stored: ${JSON.stringify(said)}`);
  };
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  for (const house of houses) {
    for (const [code] of channels) {
      const readings: Parameters<typeof ingest>[0] = [];
      for (let at = now - DAY_MS; at <= now; at += STEP_MS) {
        const said = sayAt(house, code, at);
        const value = said === undefined ? usualValue(code, at) : said;
        if (value !== null) readings.push({ sensor: codeOf(house, code), value, at });
      }
      await ingest(readings);
    }
  }
  return {
    farm: farmIndex,
    send: (house, code, value, at = Date.now()) => ingest([{ sensor: codeOf(house, code), value, at }]),
  };
}
