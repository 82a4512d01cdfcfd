import type { Command } from '#contract/control/controller/command.ts';
import type { Planned } from '../decide/world.ts';

/** What the sender adds to a command: term, sequence number and times, epoch ms. */
type Sending = { term: number; seq: number; issuedAt: number; expiresAt: number };

export function orderOf(planned: Planned, { term, seq, issuedAt, expiresAt }: Sending): Command {
  const { id, run, why, levelPct, maxRunSec, rule, litres } = planned;
  const order = { v: 1, id, run, term, seq, issuedAt, expiresAt, why, ...(rule && { rule }) } as const;
  switch (planned.do) {
    case 'on':
      return { ...order, do: 'on', maxRunSec, ...(litres !== null && { litres }) };
    case 'position':
      return { ...order, do: 'position', levelPct, maxRunSec };
    case 'off':
    case 'stop':
      return { ...order, do: planned.do };
  }
}

/** The message for the wire. */
export function wireOf(order: Command): unknown {
  const iso = (at: number) => new Date(at).toISOString();
  return { ...order, issuedAt: iso(order.issuedAt), expiresAt: iso(order.expiresAt) };
}
