import { type Command, EXPIRY_MS } from '#contract/control/command.ts';
import type { Planned } from '#server/control/decide/world.ts';

/** What the sender makes of a command that was decided: term, order and times. */
export function orderOf(planned: Planned, seq: number, at: number): Command {
  const { id, run: runId, why, levelPct, maxRunSec, rule } = planned;
  const order = {
    v: 1,
    id,
    run: runId,
    term: 1,
    seq,
    issuedAt: at,
    expiresAt: at + (planned.do === 'stop' ? EXPIRY_MS.stop : EXPIRY_MS.command),
    why,
    ...(rule && { rule }),
  } as const;
  if (planned.do === 'on')
    return { ...order, do: 'on', maxRunSec, ...(planned.litres !== null && { litres: planned.litres }) };
  if (planned.do === 'position') return { ...order, do: 'position', levelPct, maxRunSec };
  return { ...order, do: planned.do };
}

/** The same as it travels. */
export function wireOf(order: Command): unknown {
  return {
    ...order,
    issuedAt: new Date(order.issuedAt).toISOString(),
    expiresAt: new Date(order.expiresAt).toISOString(),
  };
}
