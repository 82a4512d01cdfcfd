import { MAX_TERM_JUMP } from '#contract/control/controller/command.ts';
import type { Queries, Store } from '../../db/open.ts';
import { takeNumbers } from '../../db/sequence.ts';
import { readSetting, writeSetting } from '../../db/setting.ts';
import type { Trx } from '../../db/transaction.ts';
import { emptyMemory } from '../decide/decide.ts';
import type { Explanation, Memory } from '../decide/world.ts';

const TERM = 'control.term';

/**
 * Begins a new term, above `seen`, the highest term that a controller reports: a database restored from an older backup
 * does not know it. The previous process can no longer decide. A term too high to be real is ignored.
 */
export async function takeTerm(store: Store, seen = 0): Promise<number> {
  return store.db.transaction().execute(async (trx) => {
    const known = Number((await readSetting({ db: trx }, TERM)) ?? 0);
    const term = (seen <= known + MAX_TERM_JUMP ? Math.max(known, seen) : known) + 1;
    await writeSetting({ db: trx }, TERM, String(term));
    return term;
  });
}

/** Whether the term is still the newest; decisions of an older one must not be stored. */
export async function holdsTerm(store: Queries, term: number): Promise<boolean> {
  return Number(await readSetting(store, TERM)) === term;
}

/** The stored memory of a farm; an empty one when this version cannot read it. */
export async function findMemory({ db }: Queries, farmId: number): Promise<Memory> {
  const row = await db.selectFrom('control_memory').select('memory').where('farm_id', '=', farmId).executeTakeFirst();
  return row ? { ...emptyMemory, ...JSON.parse(row.memory) } : emptyMemory;
}

export async function saveMemory(
  trx: Trx,
  { farmId, memory, term, at }: { farmId: number; memory: Memory; term: number; at: number },
): Promise<void> {
  const written = { memory: JSON.stringify(memory), term, at };
  await trx
    .insertInto('control_memory')
    .values({ farm_id: farmId, ...written })
    .onConflict((c) => c.column('farm_id').doUpdateSet(written))
    .execute();
}

/** Adds log entries in the order given. */
export async function addDecisions(trx: Trx, farmId: number, rows: readonly Explanation[]): Promise<void> {
  if (rows.length === 0) return;
  const first = await takeNumbers(trx, 'decision', rows.length);
  await trx
    .insertInto('decision')
    .values(
      rows.map(({ at, rule, actuator, layer, outcome, reason, figures, by, command }, place) => ({
        farm_id: farmId,
        decision_id: first + place,
        at,
        rule_id: rule,
        channel_id: actuator,
        layer,
        outcome,
        reason,
        figures: JSON.stringify(figures),
        by,
        command_id: command ?? null,
      })),
    )
    .execute();
}

export async function addTrips(
  trx: Trx,
  farmId: number,
  trips: readonly { channel: number; by: string }[],
  at: number,
): Promise<void> {
  for (const { channel, by } of trips) {
    await trx
      .insertInto('trip')
      .values({ farm_id: farmId, channel_id: channel, by, at })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** Deletes the marks of checked rules, after the engine has seen them. */
export async function forgetCleared(trx: Trx, farmId: number, rules: readonly string[]): Promise<void> {
  if (rules.length === 0) return;
  await trx.deleteFrom('cleared_rule').where('farm_id', '=', farmId).where('rule_id', 'in', rules).execute();
}
