import { timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries, Store } from '../../db/open.ts';
import type { Env } from '../../kernel/caller.ts';
import type { Encrypter } from '../../kernel/encrypt-at-rest.ts';
import { keepRaw } from '../raw.ts';
import { readObservation } from './observation.ts';
import { storeOwn } from './poll-own.ts';

type PushDeps = { store: Store; sealer: Encrypter; now(): number };

const PATH = '/data/report';
/** Consoles send at most every eight seconds; what comes faster is not heard. */
const LEAST_APART_MS = 5 * SECOND_MS;
/** A console that was without a network sends its present alone; its clock may be off by so much. */
const OLDEST_MS = DAY_MS;
const AHEAD_MS = 5 * MINUTE_MS;

/** The path that a console with this address has to be given: it holds for this farm and this station alone. */
export function pushPath(sealer: Encrypter, farmId: number, mac: string): string {
  return `${PATH}/${farmId}-${sealer.word(`weather push ${farmId} ${mac}`)}/`;
}

/**
 * The door for consoles that send by themselves, without any cloud (Ambient's custom server): what they measure comes
 * as a query. The path is the secret, so that it stands in no log; whatever is wrong answers 404.
 */
export function mountPush(app: Hono<Env>, { store, sealer, now }: PushDeps): void {
  const heardAt = new Map<number, number>();
  const take = async (c: Context<Env>) => {
    const farmId = Number(/^(\d{1,9})-/.exec(c.req.param('address') ?? '')?.[1]);
    const mac = Number.isInteger(farmId) ? await findMac(store, farmId) : undefined;
    if (mac === undefined || !isSame(`${PATH}/${c.req.param('address')}/`, pushPath(sealer, farmId, mac))) {
      return c.text('Not found', 404);
    }
    const at = now();
    if (at - (heardAt.get(farmId) ?? 0) < LEAST_APART_MS) return c.text('Too fast', 429);
    const sent = c.req.query();
    const observation = readObservation(sent);
    if (observation?.mac !== mac) return c.text('Not found', 404);
    if (observation.at < at - OLDEST_MS || observation.at > at + AHEAD_MS) return c.text('Check the clock', 400);
    heardAt.set(farmId, at);
    await keepRaw(store, `console ${farmId}`, at, JSON.stringify(sent));
    await storeOwn(store, farmId, observation, at);
    return c.text('OK');
  };
  app.get(`${PATH}/:address`, take);
  app.get(`${PATH}/:address/`, take);
}

/** The address of the station that a farm goes by; undefined for a farm that is simulated, deleted or has none. */
export async function findMac({ db }: Queries, farmId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('weather_link')
    .innerJoin('farm', 'farm.farm_id', 'weather_link.farm_id')
    .select('weather_link.ambient_mac as mac')
    .where('farm.farm_id', '=', farmId)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', 0)
    .executeTakeFirst();
  return row?.mac ?? undefined;
}

/** Compared in a time that does not tell how much was right. */
function isSame(given: string, path: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(path)];
  return one.length === other.length && timingSafeEqual(one, other);
}
