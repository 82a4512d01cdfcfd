import { SECOND_MS, seoulDate } from '../../time/time.ts';
import { type Ack, type Command, command, MAX_TERM_JUMP, PROTOCOL_VERSION, type Refusal } from './command.ts';
import {
  ANSWERS_KEPT,
  type ControllerCore,
  countedOn,
  isLocked,
  type Output,
  stopped,
  switched,
  withRequired,
} from './core.ts';

/** A command issued further in the future than this is refused, ms. */
const AHEAD_MS = 30 * SECOND_MS;

/** A message on the `set` topic of a channel. */
export type Received = {
  code: string;
  payload: unknown;
  isRetained: boolean;
  /** The controller's clock, epoch ms, and whether it is known to be right. */
  at: number;
  isClockTrusted: boolean;
};

/**
 * Accepts or refuses a command. The checks run in the order in which a controller makes them; the first failed check is
 * the answer. `off` and `stop` skip every check that could keep equipment running. A repeated command gets its first
 * answer and moves nothing.
 */
export function acceptCommand(core: ControllerCore, received: Received): { core: ControllerCore; answer: Ack } {
  const { code, payload, isRetained, at, isClockTrusted } = received;
  const output = core.outputs[code];
  const parsed = command.safeParse(payload);
  if (!parsed.success) return { core, answer: refusal('', 'MALFORMED', at) };
  const order = parsed.data;
  if (isRetained) return { core, answer: refusal(order.id, 'RETAINED', at) };
  const before = core.answered.find(([id]) => id === order.id)?.[1];
  if (before) return { core, answer: { ...before, duplicate: true } };
  if (core.term > 0 && order.term > core.term + MAX_TERM_JUMP) {
    return { core, answer: refusal(order.id, 'MALFORMED', at) };
  }
  const why = output ? refusalOf(order, output, core, { code, at, isClockTrusted }) : 'UNKNOWN';
  if (!output || why !== null) return answered(core, refusal(order.id, why ?? 'UNKNOWN', at), order, output, code);
  const done = carriedOut(order, output, core, code, at);
  const answer: Ack = {
    v: PROTOCOL_VERSION,
    id: order.id,
    status: 'accepted',
    code: null,
    at,
    endsAt: done.endsAt === null ? null : at + (done.endsAt - core.now),
    maxRunSec: done.endsAt === null ? null : (done.endsAt - core.now) / SECOND_MS,
    litres: order.do === 'on' ? (order.litres ?? null) : null,
    duplicate: false,
  };
  // Dependent outputs must stop in the same step: nothing may run without what it requires.
  const moved = withRequired({ ...core, outputs: { ...core.outputs, [code]: done } });
  return answered(moved, answer, order, moved.outputs[code], code);
}

function refusal(id: string, code: Refusal, at: number): Ack {
  return ackOf(id, 'refused', at, code);
}

/**
 * The acknowledgement of a command that starts no run; `at` is the controller's clock, epoch ms, `litres` the amount
 * given.
 */
export function ackOf(
  id: string,
  status: Ack['status'],
  at: number,
  code: Ack['code'] = null,
  litres: Ack['litres'] = null,
): Ack {
  return {
    v: PROTOCOL_VERSION,
    id,
    status,
    code,
    at,
    endsAt: null,
    maxRunSec: null,
    litres,
    duplicate: false,
  };
}

/** Stores the answer for repeats, and the sequence number to compare later commands with. */
function answered(core: ControllerCore, answer: Ack, order: Command, output: Output | undefined, code: string) {
  const isNewer =
    output && (order.term > output.order.term || (order.term === output.order.term && order.seq > output.order.seq));
  const outputs =
    output && isNewer && answer.status === 'accepted'
      ? { ...core.outputs, [code]: { ...output, order: { term: order.term, seq: order.seq } } }
      : core.outputs;
  const kept = [...core.answered, [order.id, answer] as const].slice(-ANSWERS_KEPT);
  const term = answer.status === 'accepted' ? Math.max(core.term, order.term) : core.term;
  return { core: { ...core, outputs, term, answered: kept }, answer };
}

function refusalOf(
  order: Command,
  output: Output,
  core: ControllerCore,
  { code, at, isClockTrusted }: Pick<Received, 'code' | 'at' | 'isClockTrusted'>,
): Refusal | null {
  const limits = core.document?.channels[code];
  const isEnd = order.do === 'off' || order.do === 'stop';
  if (!limits?.isCommanded && !isEnd) return 'UNKNOWN';
  if (!isEnd) {
    if (order.term < core.term) return 'TERM';
    if (!isClockTrusted) return 'CLOCK';
  }
  const isLate = order.expiresAt <= at || order.issuedAt > at + AHEAD_MS;
  if (isLate && (!isEnd || isClockTrusted)) return 'EXPIRED';
  const { order: last } = output;
  if (!isEnd && order.term === last.term && order.seq <= last.seq) return 'ORDER';
  if (output.isLocal) return 'LOCAL';
  if (isLocked(output, core.now) && !isEnd) return 'LOCKED';
  if (output.source === 'guard' && order.do !== 'stop') return 'GUARD';
  return isEnd ? endRefusal(order, output, core, code) : startRefusal(order, output, core, code, at);
}

function endRefusal(order: Command, output: Output, core: ControllerCore, code: string): Refusal | null {
  if (order.do === 'stop') return null;
  if (output.run !== null && output.run !== order.run) return 'UNKNOWN';
  const limits = core.document?.channels[code];
  const isWaived = order.why === 'manual' || order.why === 'stop' || order.why === 'interlock' || order.why === 'frost';
  const onMs = core.now - output.changedAt;
  const isShort = output.levelPct > 0 && limits?.kind !== 'position' && onMs < (limits?.minOnSec ?? 0) * SECOND_MS;
  return isShort && !isWaived ? 'MINTIME' : null;
}

function startRefusal(order: Command, output: Output, core: ControllerCore, code: string, at: number): Refusal | null {
  const limits = core.document?.channels[code];
  if (!limits || output.fault !== null) return 'FAULT';
  const isSwitch = limits.kind !== 'position';
  const offMs = core.now - output.changedAt;
  if (isSwitch && output.levelPct === 0 && offMs < limits.minOffSec * SECOND_MS && order.why !== 'frost')
    return 'MINTIME';
  const isFed = limits.requires.length === 0 || limits.requires.some((one) => (core.outputs[one]?.levelPct ?? 0) > 0);
  if (!isFed) return 'REQUIRES';
  if (isGivenBefore(order, output)) return 'LIMIT';
  return isSwitch && roomSec(output, limits.maxDailySec, at) < 1 ? 'LIMIT' : null;
}

/** Whether a start arrives after its own dose has ended; it would give the same amount again. */
function isGivenBefore({ run, issuedAt }: Command, { dose, levelPct }: Output): boolean {
  return levelPct === 0 && dose?.run === run && dose.givenAt !== null && issuedAt <= dose.givenAt;
}

/** What is left of the daily maximum, s. */
function roomSec(output: Output, maxDailySec: number | null, at: number): number {
  if (maxDailySec === null) return Number.POSITIVE_INFINITY;
  return maxDailySec - (output.ranOn === countedOn(output, seoulDate(at)) ? output.ranSec : 0);
}

function carriedOut(order: Command, output: Output, core: ControllerCore, code: string, at: number): Output {
  const { now } = core;
  const limits = core.document?.channels[code];
  switch (order.do) {
    case 'stop':
      return { ...stopped(output, limits?.kind, now), source: 'command' };
    case 'off':
      return { ...switched(output, limits?.restPct ?? 0, now), endsAt: null, run: null, id: null, source: 'command' };
    case 'position':
      return {
        ...output,
        targetPct: order.levelPct,
        run: order.run,
        id: order.id,
        orderedAt: now,
        endsAt: now + Math.min(order.maxRunSec, limits?.maxRunSec ?? 0) * SECOND_MS,
        source: 'command',
      };
    case 'on': {
      const sec = Math.min(order.maxRunSec, limits?.maxRunSec ?? 0, roomSec(output, limits?.maxDailySec ?? null, at));
      const on = { ...switched(output, 100, now), dose: doseOf(order, output) };
      return { ...on, run: order.run, id: order.id, orderedAt: now, endsAt: now + sec * SECOND_MS, source: 'command' };
    }
  }
}

/** The amount that a start asks for. A renewal keeps the litres counted so far, so that nothing is given twice. */
function doseOf(
  { run, litres }: Extract<Command, { do: 'on' }>,
  { dose, run: running, levelPct }: Output,
): Output['dose'] {
  if (litres === undefined) return null;
  const isSame = levelPct > 0 && running === run && dose?.run === run;
  return { run, litres, givenL: isSame ? dose.givenL : 0, givenAt: null };
}
