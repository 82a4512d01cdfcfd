import type { Hono } from 'hono';
import { growthTargets } from '#contract/growth-calendar/growth-targets.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/caller.ts';
import { listGrowthTargets } from './queries.ts';

export function mountGrowthCalendar(app: Hono<Env>, guards: Guards, store: Store): void {
  route(app, guards, growthTargets, ({ params }) => listGrowthTargets(store, params.id));
}
