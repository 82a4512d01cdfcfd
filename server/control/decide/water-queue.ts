import { MINUTE_MS } from '#contract/time/time.ts';
import { type Context, figure } from './context.ts';
import type { Line } from './water-path.ts';
import { isEarly, type Progress, progressOf, startBlock } from './water-run.ts';
import type { Block, Explanation, Part, Run } from './world.ts';

/** The slot that the run of a composite rule takes, so that it begins only once. */
export const runSlot = (run: string) => `run:${run}`;

type BlockOf = (channel: number) => Block | null;

/** A finished run; `block` is the reason when it was not complete. */
export type EndedRun = { run: Run; block: Block | null };

/** Water given for a rule since the last decision. */
export type Given = { rule: string; sec: number; litres: number };

/** Whether a part is using its line now. */
function isActive({ state }: Part): boolean {
  return state === 'opening' || state === 'flowing';
}

/** Whether water may be flowing for it: the end of a completed part has to be confirmed, too. */
function isUnderWay(part: Part): boolean {
  return isActive(part) || part.state === 'ending';
}

/** The active part of a line, and its run. */
export function activeOn(line: Line, queue: readonly Run[]): { run: Run; part: Part } | null {
  for (const run of queue) {
    const part = run.parts.find((one) => isActive(one) && line.valves.some(({ channel }) => channel === one.valve));
    if (part) return { run, part };
  }
  return null;
}

/**
 * Updates the queue: counts flowing water and removes finished runs. `isWanted` is false for runs whose rule was
 * changed or switched off. A run that `cutOf` gives a reason for ends by it, and is kept until its water is seen to have
 * stopped, so that its valve is told to shut for that reason.
 */
export function advance(
  queue: readonly Run[],
  lines: readonly Line[],
  context: Context,
  blockOf: BlockOf,
  { isWanted, cutOf }: { isWanted: (run: Run) => boolean; cutOf: (run: Run) => Block | null },
): { queue: Run[]; ended: EndedRun[]; given: Given[] } {
  const left: Run[] = [];
  const ended: EndedRun[] = [];
  const given: Given[] = [];
  for (const run of queue) {
    const cut = cutOf(run);
    const advanced = advanceParts(run, lines, context, cut === null ? blockOf : () => cut);
    const { added, hasMoved } = advanced;
    const parts = cut === null ? advanced.parts : advanced.parts.map(withoutWaiting);
    const block = advanced.block ?? (advanced.parts.some(isWaiting) ? cut : null);
    if (run.rule !== null && added.sec > 0) given.push({ rule: run.rule, ...added });
    const next: Run = {
      ...run,
      parts,
      waitsSince: hasMoved || isEarly(run, context) ? context.clock.steady : run.waitsSince,
    };
    const isOver = parts.every(({ state }) => state === 'done' || state === 'broken');
    // What a hand asked for has no rule that could have changed: it gave what it gave.
    if (!isWanted(run)) ended.push({ run: next, block: run.rule === null ? null : aboutRun('RULE_CHANGED') });
    else if (isOver) ended.push({ run: next, block });
    else if (hasWaitedTooLong(next, context)) ended.push({ run: next, block: waitedTooLong(run) });
    else left.push(next);
  }
  return { queue: left, ended, given };
}

function advanceParts(run: Run, lines: readonly Line[], context: Context, blockOf: BlockOf) {
  const added = { sec: 0, litres: 0 };
  let block: Block | null = null;
  let hasMoved = false;
  let parts = run.parts;
  for (const part of run.parts) {
    if (!isUnderWay(part)) continue;
    const line = lines.find(({ valves }) => valves.some(({ channel }) => channel === part.valve));
    const progress: Progress = line
      ? progressOf(part, run.id, line, context, blockOf)
      : { part: { ...part, state: 'broken' }, given: added, ended: 'broken', block: aboutRun('RULE_CHANGED') };
    added.sec += progress.given.sec;
    added.litres += progress.given.litres;
    block = progress.block ?? block;
    hasMoved ||= progress.ended !== null;
    parts = afterPart(parts, part, progress, context.clock.steady + run.soakMs);
  }
  return { parts, block, added, hasMoved };
}

/**
 * The parts after one has progressed: later parts of the same valve wait for the soil to soak, or are dropped when it
 * failed.
 */
function afterPart(parts: readonly Part[], part: Part, { part: now, ended }: Progress, soakedAt: number): Part[] {
  return parts.map((one) => {
    if (one === part) return now;
    if (one.valve !== part.valve || one.state !== 'waiting' || ended === null) return one;
    return ended === 'done' ? { ...one, notBefore: soakedAt } : { ...one, state: 'broken' };
  });
}

function isWaiting({ state }: Part): boolean {
  return state === 'waiting';
}

function withoutWaiting(part: Part): Part {
  return isWaiting(part) ? { ...part, state: 'broken' } : part;
}

function hasWaitedTooLong({ parts, waitsSince, maxWaitMs }: Run, { clock }: Context): boolean {
  if (parts.some(isUnderWay)) return false;
  const soaked = Math.min(...parts.filter(({ state }) => state === 'waiting').map(({ notBefore }) => notBefore));
  return clock.steady - Math.max(waitsSince, soaked) > maxWaitMs;
}

function aboutRun(reason: Block['reason'], figures: Block['figures'] = []): Block {
  return { layer: 'rule', outcome: 'stopped', reason, by: null, figures };
}

function waitedTooLong({ maxWaitMs, waitsFor }: Run): Block {
  const minutes = Math.round(maxWaitMs / 60_000);
  return {
    ...aboutRun('WAITED_TOO_LONG'),
    outcome: 'skipped',
    by: waitsFor ?? null,
    figures: [{ name: 'minutes', value: minutes, at: null, limit: minutes }],
  };
}

/** What keeps an unfinished run from continuing; `block` is null while it gives water. */
export type Waiting = { run: Run; block: Block | null; soakedAt: number | null };

/** Starts the next part on every free line, ordered by due time, priority and name, and explains why others wait. */
export function startNext(
  queue: readonly Run[],
  lines: readonly Line[],
  context: Context,
  blockOf: BlockOf,
): { queue: Run[]; waiting: Waiting[] } {
  let runs = [...queue].sort(
    (one, other) => one.dueAt - other.dueAt || one.priority - other.priority || (one.id < other.id ? -1 : 1),
  );
  const reasons = new Map<string, Waiting>();
  for (const line of lines) {
    let isTaken = activeOn(line, runs) !== null;
    for (const run of runs) {
      if (run.parts.some(isActive)) continue;
      const part = run.parts.find(
        (one) =>
          one.state === 'waiting' &&
          one.notBefore <= context.clock.steady &&
          line.valves.some(({ channel }) => channel === one.valve),
      );
      if (!part) continue;
      const isStillOpen = runs.some(({ parts }) =>
        parts.some((one) => one.state === 'ending' && one.valve === part.valve),
      );
      const block = isTaken || isStillOpen ? queued : startBlock(part, run, line, context, blockOf);
      if (block) {
        reasons.set(run.id, { run, block, soakedAt: null });
        continue;
      }
      isTaken = true;
      reasons.delete(run.id);
      const { steady, at } = context.clock;
      const begun: Part = { ...part, state: 'opening', since: steady, countedTo: at };
      runs = runs.map((one) =>
        one.id === run.id ? { ...one, parts: one.parts.map((other) => (other === part ? begun : other)) } : one,
      );
    }
  }
  return {
    queue: runs.map((run) => waitingFor(run, reasons.get(run.id)?.block?.reason)),
    waiting: runs.map((run) => reasons.get(run.id) ?? waitingOf(run, context)),
  };
}

function waitingFor({ waitsFor: _, ...run }: Run, reason: Block['reason'] | undefined): Run {
  return reason === undefined ? run : { ...run, waitsFor: reason };
}

const queued: Block = { layer: 'rule', outcome: 'waiting', reason: 'QUEUED', by: null, figures: [] };

function waitingOf(run: Run, { clock }: Context): Waiting {
  if (run.parts.some(isUnderWay)) return { run, block: null, soakedAt: null };
  const soaked = Math.min(...run.parts.filter(({ state }) => state === 'waiting').map(({ notBefore }) => notBefore));
  return { run, block: null, soakedAt: Math.max(soaked, clock.steady) };
}

/**
 * Log entries of the valves of some runs: what keeps water back, one for each valve, and that it was dropped before it
 * began.
 */
export function aboutValves(
  waiting: readonly Waiting[],
  ended: readonly EndedRun[],
  isAboutValve: (run: Run) => boolean,
  context: Context,
): Explanation[] {
  const say = ({ rule }: Run, actuator: number, block: Omit<Block, 'layer'>): Explanation => {
    const layer = rule === null ? 'override' : 'rule';
    return { ...block, at: context.clock.at, rule, actuator, layer };
  };
  const dropped = ended.flatMap(({ run, block }): Explanation[] => {
    const [part] = run.parts;
    const why = run.rule === null ? handBlock(run, block, context) : block;
    if (!part || !why || !isAboutValve(run) || !run.parts.every(isUntouched)) return [];
    return [say(run, part.valve, { ...why, outcome: 'skipped' })];
  });
  const kept = new Map<number, Explanation>();
  for (const { run, block } of waiting) {
    const valve = run.parts.find(isWaiting)?.valve;
    if (valve === undefined || block === null || !isAboutValve(run) || kept.has(valve)) continue;
    kept.set(valve, say(run, valve, { ...block, outcome: 'waiting' }));
  }
  return [...dropped, ...kept.values()];
}

/** Whether a run was dropped while every part of it waited. */
export function hasOnlyWaited({ parts }: Run): boolean {
  return parts.every(isWaiting);
}

/** Whether nothing was sent for a part, or what was sent came to nothing; anything else has a command with an entry. */
function isUntouched({ state, givenSec, failure }: Part): boolean {
  return (state === 'waiting' || state === 'broken') && givenSec === 0 && failure === null;
}

/** Why water that a hand asked for was dropped; null for what a person takes back at once. */
function handBlock({ waitsSince, maxWaitMs }: Run, block: Block | null, { clock }: Context): Block | null {
  if (block && block.reason !== 'WAITED_TOO_LONG') return block;
  const waitedMs = Math.min(clock.steady - waitsSince, maxWaitMs);
  if (waitedMs < MINUTE_MS) return null;
  return aboutRun('HAND_WAITED', [figure('minutes', Math.round(waitedMs / MINUTE_MS))]);
}
