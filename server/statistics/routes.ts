import type { Hono } from 'hono';
import { cropSeason, cropYear } from '#contract/growth-calendar/crop-year.ts';
import { flowStatistics, growthStatistics, innerStatistics } from '#contract/monitor/statistics.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { fail } from '../kernel/fail.ts';
import { createCropAverages } from './crop-average.ts';
import { findCropSeason } from './crop-season.ts';
import { findCropYear } from './crop-year.ts';
import { findGrowth } from './growth-queries.ts';
import { findFlowStatistics, findInnerStatistics } from './queries.ts';

export function mountStatistics(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  const findCropAverage = createCropAverages(store);
  route(app, guards, innerStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findInnerStatistics(store, farmIndex, { month: baseDate, now: now(), findCropAverage }),
  }));
  route(app, guards, flowStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findFlowStatistics(store, farmIndex, baseDate),
  }));
  route(app, guards, growthStatistics, async ({ query: { farmIndex, baseDate } }) => ({
    data: await findGrowth(store, farmIndex, baseDate, now()),
  }));
  const cropOf = async (id: string) => ({ farmId: (await farmOf(store, 'crop', id)) ?? fail('NOT_FOUND'), cropId: id });
  route(
    app,
    guards,
    cropYear,
    async ({ params, query }) =>
      (await findCropYear(store, await cropOf(params.id), { year: query.year, now: now() })) ?? fail('NOT_FOUND'),
  );
  route(
    app,
    guards,
    cropSeason,
    async ({ params }) => (await findCropSeason(store, await cropOf(params.id), now())) ?? fail('NOT_FOUND'),
  );
}
