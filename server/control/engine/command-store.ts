import * as z from 'zod/mini';
import { type CommandState, commandStates } from '#contract/control/controller/command.ts';
import { actuatorTypeNames, isActuator } from '#contract/series/sensor-types.ts';
import type { Queries } from '../../db/open.ts';
import type { Trx } from '../../db/transaction.ts';
import { type CommandLife, isOver, proofStates } from '../command-life.ts';
import type { Planned } from '../decide/world.ts';

/** A command that is not over, with the decision behind it. */
export type Command = { planned: Planned; life: CommandLife; term: number; seq: number };

const actions = ['on', 'position', 'off', 'stop'] as const;
const causes = ['rule', 'heat', 'frost', 'manual', 'interlock', 'stop'] as const;

const storedLife = z.object({
  type: z.enum(actuatorTypeNames.filter(isActuator)),
  expiresAt: z.number(),
  trail: z.array(z.object({ state: z.enum(commandStates), at: z.number(), reason: z.nullable(z.string()) })),
  tries: z.number(),
  acceptedAt: z.nullable(z.number()),
  runningAt: z.nullable(z.number()),
  /** A row of an earlier version has neither. */
  runSince: z._default(z.nullable(z.number()), null),
  endedAt: z._default(z.nullable(z.number()), null),
  proof: z.enum(proofStates),
});

/** Commands of a farm of which something may still become. */
export async function openCommands({ db }: Queries, farmId: number): Promise<Command[]> {
  const rows = await db
    .selectFrom('command')
    .selectAll()
    .where('farm_id', '=', farmId)
    .where('is_over', '=', 0)
    .orderBy('asked_at')
    .orderBy('seq')
    .execute();
  return rows.map((row) => {
    const life = z.parse(storedLife, JSON.parse(row.life));
    const what = z.parse(z.enum(actions), row.action);
    const found = { id: row.command_id, do: what, levelPct: row.level_pct, maxRunSec: row.max_run_sec };
    const state: CommandState = z.parse(z.enum(commandStates), row.state);
    return {
      planned: {
        ...found,
        run: row.run_id,
        channel: row.channel_id,
        litres: row.litres,
        why: z.parse(z.enum(causes), row.why),
        rule: row.rule_id,
      },
      life: { ...life, ...found, state, askedAt: row.asked_at },
      term: row.term,
      seq: row.seq,
    };
  });
}

/** Stores the present state of commands; inserts new ones. */
export async function saveCommands(trx: Trx, farmId: number, commands: readonly Command[]): Promise<void> {
  for (const { planned, life, term, seq } of commands) {
    const { type, expiresAt, trail, tries, acceptedAt, runningAt, runSince, endedAt, proof } = life;
    const stands = {
      life: JSON.stringify({ type, expiresAt, trail, tries, acceptedAt, runningAt, runSince, endedAt, proof }),
      state: life.state,
      is_over: isOver(life) ? 1 : 0,
      asked_at: life.askedAt,
    } as const;
    await trx
      .insertInto('command')
      .values({
        farm_id: farmId,
        command_id: planned.id,
        channel_id: planned.channel,
        run_id: planned.run,
        rule_id: planned.rule,
        action: planned.do,
        level_pct: planned.levelPct,
        max_run_sec: planned.maxRunSec,
        litres: planned.litres,
        why: planned.why,
        term,
        seq,
        ...stands,
      })
      .onConflict((c) => c.columns(['farm_id', 'command_id']).doUpdateSet(stands))
      .execute();
  }
}
