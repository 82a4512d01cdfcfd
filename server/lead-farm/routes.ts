import type { Hono } from 'hono';
import { leadRecord, leadTargets } from '#contract/farm/lead-farm.ts';
import type { Store } from '../db/open.ts';
import { readRange } from '../http/read-range.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { type FoundChannel, findChannels, requireChannel } from '../monitor/queries.ts';
import { findRecord } from '../monitor/series.ts';
import { comparisonResponse } from './comparison-response.ts';
import { createLeadTargets, listLeadFarms } from './queries.ts';

export function mountLeadFarm(app: Hono<Env>, guards: Guards, store: Store): void {
  const findLeadTargets = createLeadTargets(store);
  route(app, guards, leadTargets, ({ query }) => findLeadTargets(query.farmIndex));
  route(app, guards, leadRecord, async ({ query: { myDevices, mySensors, leadDevices, leadSensors, ...asked } }) => {
    const range = readRange(asked);
    const own = await findChannels(store, [...myDevices, ...mySensors]);
    const lead = await comparable(store, [...leadDevices, ...leadSensors], own);
    const lists = [
      myDevices.map((index) => requireChannel(own, index, true)),
      mySensors.map((index) => requireChannel(own, index, false)),
      leadDevices.map((index) => requireChannel(lead, index, true)),
      leadSensors.map((index) => requireChannel(lead, index, false)),
    ];
    const { resolution, series } = await findRecord(store, lists.flat(), range);
    const graphs = lists.map((list, at) => {
      const before = lists.slice(0, at).flat().length;
      return series.slice(before, before + list.length);
    });
    return comparisonResponse(graphs, { resolution, ...range });
  });
}

/** Channels of lead farms whose type is among the own channels. Fails with NOT_FOUND when one of them is not. */
async function comparable(
  store: Store,
  asked: readonly number[],
  own: readonly FoundChannel[],
): Promise<FoundChannel[]> {
  const channels = await findChannels(store, asked);
  const ownFarms = new Set(own.map(({ farmId }) => farmId));
  const ownTypes = new Set(own.map(({ type }) => type));
  const leadFarms = new Set((await listLeadFarms(store)).map(({ index }) => index));
  const allowed = channels.filter(
    ({ farmId, type }) => leadFarms.has(farmId) && !ownFarms.has(farmId) && ownTypes.has(type),
  );
  return allowed.length < new Set(asked).size ? fail('NOT_FOUND') : allowed;
}
