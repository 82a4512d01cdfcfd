import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { createUser } from '#server/auth/account/users.ts';
import { loadSecret } from '#server/auth/session/secret.ts';
import { createSessions } from '#server/auth/session/sessions.ts';
import { createTokens } from '#server/auth/session/token.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { createDevice } from '#server/device/commands.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { aFarm } from '../../support/store/store.ts';
import { emptyBench, openBench } from '../bench-store.ts';

/** A farm with one gateway, and its owner's API token. */
export type SoakFarm = { key: string; token: string };

/** Sensors of a house, and what they measure about. */
const sensors = [
  ['TEMPERATURE', 18],
  ['HUMIDITY', 70],
  ['CO2', 500],
  ['SOIL_MOISTURE', 30],
  ['EC', 1],
  ['SOIL_TEMPERATURE', 16],
] as const;
const HOUSES = 5;
/** Readings a minute of each sensor: 1,000 farms of 30 send 3,000 a second. A day of more would not be sealed. */
const A_MINUTE = 6;
export const READINGS_A_BATCH = sensors.length * HOUSES * A_MINUTE;

/** A new store with so many farms, each with its own user, 30 sensors and a gateway. */
export async function makeRegion(dataDir: string, count: number): Promise<SoakFarm[]> {
  await emptyBench(dataDir);
  const store = await openBench(dataDir);
  const tokens = createTokens(loadSecret(dataDir), createSessions(store, Date.now), Date.now);
  const first = { login: 'farm0', name: 'farm', password: 'a long enough password', authority: 'ROLE_USER' as const };
  const firstId = await createUser(store, { ...first, isNew: false });
  const like = await store.db.selectFrom('user').selectAll().where('id', '=', firstId).executeTakeFirstOrThrow();
  const farms: SoakFarm[] = [];
  for (let n = 0; n < count; n += 1) {
    const login = `farm${n}`;
    const sid = `soak${n}`;
    const userId = await store.db.transaction().execute(async (trx) => {
      const id = n === 0 ? firstId : await takeNumbers(trx, 'user');
      if (n > 0)
        await trx
          .insertInto('user')
          .values({ ...like, id, login })
          .execute();
      const at = { created_at: Date.now(), seen_at: Date.now(), expires_at: Date.now() + 30 * DAY_MS };
      await trx
        .insertInto('session')
        .values({ token_hash: sid, sid, user_id: id, user_agent: '', ...at })
        .execute();
      return id;
    });
    const farmId = await aFarm(store, { ownerId: userId, name: login });
    const channels = Array.from({ length: HOUSES }, (_, house) =>
      sensors.map(([type]) => {
        const code = `${type.toLowerCase()}_${house}`;
        return { code, type, name: code, areaName: `${house + 1}동`, intervalMs: MINUTE_MS };
      }),
    ).flat();
    const { key } = await createDevice(store, { farmId, code: `n${n}`, name: `n${n}`, channels }, Date.now());
    farms.push({ key, token: await tokens.issue({ sid, userId, login, authority: 'ROLE_USER' }) });
  }
  await store.close();
  return farms;
}

const next = seededRandom(7);

/** What a gateway sends of the minutes before `end`, epoch ms. */
export function bodyOf(end: number, minutes = 1): string {
  const stepMs = MINUTE_MS / A_MINUTE;
  const readings: string[] = [];
  for (let at = end - minutes * MINUTE_MS; at < end; at += stepMs) {
    const when = Math.floor(at);
    for (let house = 0; house < HOUSES; house += 1) {
      for (const [type, about] of sensors) {
        const value = Math.round((about + next() * 3) * 10) / 10;
        readings.push(`{"sensor":"${type.toLowerCase()}_${house}","at":${when},"value":${value}}`);
      }
    }
  }
  return `{"readings":[${readings.join(',')}]}`;
}
