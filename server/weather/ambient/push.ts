import type { Context, Hono } from 'hono';
import { FUTURE_TOLERANCE_MS } from '#contract/device/ingest.ts';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import type { Env } from '../../kernel/access/caller.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import type { Encrypter } from '../../kernel/encrypt-at-rest.ts';
import { keepRaw } from '../raw.ts';
import { storeOwn } from './keep-own.ts';
import { readObservation } from './observation.ts';
import { consoleSource, findPushLink, PUSH_PATH, pushToken } from './push-link.ts';
import { readPushed } from './read-pushed.ts';

type PushDeps = { store: Store; encrypter: Encrypter; now(): number };

/** Consoles send at most every eight seconds; faster messages are refused. */
const LEAST_APART_MS = 5 * SECOND_MS;
/** The largest accepted age of a measurement. Consoles send only current values, but their clock may be late. */
const OLDEST_MS = DAY_MS;

/**
 * Receives measurements directly from consoles, without a cloud service (Ambient's custom server). The path contains
 * the secret, so it must not be logged; every wrong request answers 404.
 */
export function mountPush(app: Hono<Env>, { store, encrypter, now }: PushDeps): void {
  const heardAt = new Map<number, number>();
  app.get(`${PUSH_PATH}/*`, async (c: Context<Env>) => {
    const pushed = readPushed(c.req.url);
    const link = pushed && (await findPushLink(store, pushed.farmId));
    if (!link || !constantTimeEqual(pushed.token, pushToken(encrypter, pushed.farmId, link)))
      return c.text('Not found', 404);
    const { farmId, sent } = pushed;
    const at = now();
    // A clock that is set back must not silence the station until it has caught up.
    if (Math.abs(at - (heardAt.get(farmId) ?? 0)) < LEAST_APART_MS) return c.text('Too fast', 429);
    const observation = readObservation(sent);
    if (!observation || (link.mac !== null && (observation.mac ?? link.mac) !== link.mac)) {
      return c.text('Not found', 404);
    }
    if (observation.at < at - OLDEST_MS || observation.at > at + FUTURE_TOLERANCE_MS)
      return c.text('Check the clock', 400);
    heardAt.set(farmId, at);
    await keepRaw(store, consoleSource(farmId), at, JSON.stringify(sent));
    await storeOwn(store, farmId, observation, at);
    return c.text('OK');
  });
}
