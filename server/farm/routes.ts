import type { Hono } from 'hono';
import { getFarm, listFarms, shellFarms } from '#contract/farm.ts';
import type { Store } from '../db/open.ts';
import type { Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { type Guards, route } from '../http/route.ts';
import { findFarm, listFarmsOf } from './queries.ts';

export function mountFarm(app: Hono<Env>, guards: Guards, store: Store): void {
  route(app, guards, listFarms, ({ caller }) => listFarmsOf(store, caller));
  route(app, guards, shellFarms, async ({ caller }) =>
    (await listFarmsOf(store, caller)).map(({ index, farmName }) => ({ index, farmName })),
  );
  route(app, guards, getFarm, async ({ caller, params }) => {
    return (await findFarm(store, caller, params.id)) ?? fail('NOT_FOUND');
  });
}
