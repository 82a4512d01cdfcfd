import * as z from 'zod/mini';
import { commandStates } from '#contract/control/controller/command.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';
import { findChannels } from '../monitor/queries.ts';
import type { Actuator } from './decide/world.ts';
import { median } from './rehearsal/soil.ts';

/** The most recent runs that count, and the fewest that say something. */
const RUNS = 10;
const LEAST_RUNS = 3;
/** Of so many of the last starts the proved ones are looked for. */
const LOOKED_AT = 40;
/** A pipe has filled after this, ms. */
const FILLS_MS = MINUTE_MS;

const ranLife = z.object({
  runningAt: z.nullable(z.number()),
  proof: z.string(),
  trail: z.array(z.object({ state: z.enum(commandStates), at: z.number() })),
});

/**
 * What the meters have shown in the last runs of each valve that were proved by them, L/min: the median of the runs'
 * medians. Left out with fewer than three such runs.
 */
export async function findUsualFlows(
  store: Queries,
  farmId: number,
  actuators: readonly Actuator[],
): Promise<Protections['usualFlows']> {
  const found: Protections['usualFlows'] = [];
  for (const { channel, type, settings } of actuators) {
    if (type !== 'WATER' || settings.flowChannel === null) continue;
    const meter = (await findChannels(store, [settings.flowChannel])).find((one) => one.farmId === farmId);
    if (!meter) continue;
    const flows: number[] = [];
    for (const { begin, end } of await provedRuns(store, farmId, channel)) {
      const shown = await goodReadings(store, { channel: meter, begin: begin + FILLS_MS, end });
      const lpm = median(shown.map(({ value }) => value));
      if (shown.length > 0 && lpm > 0) flows.push(lpm);
    }
    if (flows.length >= LEAST_RUNS)
      found.push({ channel, lpm: Math.round(median(flows) * 10) / 10, runs: flows.length });
  }
  return found;
}

/** The last starts of a valve that its meter has proved and that have ended by plan, the newest first. */
async function provedRuns({ db }: Queries, farmId: number, channel: number): Promise<{ begin: number; end: number }[]> {
  const rows = await db
    .selectFrom('command')
    .select('life')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channel)
    .where('action', '=', 'on')
    .where('state', '=', 'done')
    .orderBy('asked_at', 'desc')
    .limit(LOOKED_AT)
    .execute();
  return rows
    .flatMap((row) => {
      const { runningAt, proof, trail } = z.parse(ranLife, JSON.parse(row.life));
      const end = trail.findLast(({ state }) => state === 'done')?.at;
      return proof === 'proved' && runningAt !== null && end !== undefined ? [{ begin: runningAt, end }] : [];
    })
    .slice(0, RUNS);
}
