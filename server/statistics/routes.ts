import type { Hono } from 'hono';
import { flowStatistics, growthStatistics, innerStatistics } from '#contract/monitor/statistics.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/caller.ts';
import { findGrowth } from './growth-queries.ts';
import { findFlowStatistics, findInnerStatistics } from './queries.ts';

export function mountStatistics(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  route(app, guards, innerStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findInnerStatistics(store, farmIndex, { month: baseDate, now: now() }),
  }));
  route(app, guards, flowStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findFlowStatistics(store, farmIndex, baseDate),
  }));
  route(app, guards, growthStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findGrowth(store, farmIndex, baseDate, now()),
  }));
}
