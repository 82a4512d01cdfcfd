import type { Hono } from 'hono';
import { climate } from '#contract/monitor/climate.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { findClimate } from './queries.ts';

export function mountClimate(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  route(app, guards, climate, async ({ params }) => (await findClimate(store, params.id, now())) ?? fail('NOT_FOUND'));
}
