import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { REHEARSAL_DAYS } from '#contract/control/rehearsal/rehearsal.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { createPace } from '#server/control/rehearsal/pace.ts';
import { loadPastOf } from '#server/control/rehearsal/past.ts';
import { rehearse } from '#server/control/rehearsal/rehearse.ts';
import { spread } from '../machine.ts';
import { aFleet, formsFor } from './fleet.ts';

/** An afternoon, so that the last day is not whole. */
const END = startOfSeoulDate('2026-04-16') + 14 * HOUR_MS;
/** Rehearsals of water learn from this long before their first day, ms. */
const LEARN_MS = 16 * DAY_MS;
const REAL = { stations: false, forecasts: false };

/** A rule of each family, tried on the last days of a farm on which 20 others are in force. */
export async function benchRehearsals(folder: string): Promise<void> {
  const begin = startOfSeoulDay(END) - (REHEARSAL_DAYS - 1) * DAY_MS;
  const { store, farms } = await aFleet(folder, 1, END, END - begin + LEARN_MS);
  const [farm] = farms;
  if (!farm) return;
  const takes: number[] = [];
  const worked: number[] = [];
  const holds: number[] = [];
  for (const form of Object.values<RuleFields>(formsFor(farm.channels))) {
    const pace = createPace(Number.POSITIVE_INFINITY, new AbortController().signal);
    const fields: RuleFields = { ...form, name: 'bench', enabled: true, mode: 'act' };
    const rule = { id: randomUUID(), createdAt: END, fields };
    const before = process.cpuUsage();
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const asked = performance.now();
    const past = await loadPastOf(store, REAL, { farmId: farm.farmId, rule, begin, end: END }, pace);
    if (past) await rehearse(past, pace);
    takes.push(performance.now() - asked);
    const { user, system } = process.cpuUsage(before);
    worked.push((user + system) / 1_000);
    // One more turn of the event loop: a delay is only counted when it is over.
    await sleep(5);
    held.disable();
    holds.push(held.max / 1e6);
  }
  console.log(
    `  a rehearsal of ${REHEARSAL_DAYS} days beside 20 rules, one of each family: ${spread(takes)} (target: p95 ≤ 5 s)`,
  );
  console.log(`    of it, worked (whatever else the machine does): ${spread(worked)}`);
  console.log(`    longest hold of the event loop meanwhile: ${Math.max(...holds).toFixed(0)} ms (target: 50 ms)`);
  await store.close();
}
