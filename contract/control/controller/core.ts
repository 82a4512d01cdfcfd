import { addSeoulDays, MINUTE_MS, SECOND_MS, seoulDate } from '../../time/time.ts';
import type { Ack, ActuatorState, ChannelLimits, ControlDocument } from './command.ts';

/**
 * State of a controller's outputs, without the hardware: it accepts commands through `acceptCommand`, ends every run on
 * time, enforces minimum times and guards, and follows `onLinkLost` when the server is silent. Times are ms of a
 * monotonic clock; `at` is the controller's wall clock.
 */
export type ControllerCore = {
  document: ControlDocument | null;
  /** The highest term seen. */
  term: number;
  outputs: Readonly<Record<string, Output>>;
  /** First answers by command id, oldest first, for repeated commands. */
  answered: readonly (readonly [id: string, answer: Ack])[];
  /** When the server was last heard, monotonic ms. */
  heardAt: number;
  guards: Readonly<Record<string, { since: number | null; isActive: boolean; activeSince: number }>>;
  now: number;
};

export type Output = {
  levelPct: number;
  targetPct: number;
  run: string | null;
  id: string | null;
  /** End of the run, monotonic ms; null at rest and for positions. */
  endsAt: number | null;
  /** When the command in force was accepted, monotonic ms. */
  orderedAt: number;
  /** When it last turned on or off, monotonic ms. */
  changedAt: number;
  ranSec: number;
  ranOn: string;
  order: { term: number; seq: number };
  source: ActuatorState['source'];
  isEstimated: boolean;
  isLocal: boolean;
  fault: string | null;
  lockedUntil: number | null;
  dryMs: number;
  /** The last amount in litres, kept after the run has ended. */
  dose: Dose | null;
};

/** The litres that a run asks for, those the meter has counted, and the monotonic time when they were complete. */
type Dose = { run: string; litres: number; givenL: number; givenAt: number | null };

/** The server counts as lost after this silence, ms. */
export const LINK_LOST_MS = 90 * SECOND_MS;
/** A heater that a guard turned on runs at most this long at a time, ms, and then rests. */
const GUARD_RUN_MS = 60 * 60 * SECOND_MS;
const GUARD_REST_MS = 60 * SECOND_MS;
/** Number of answers stored for repeated commands. */
export const ANSWERS_KEPT = 256;

const resting: Output = {
  levelPct: 0,
  targetPct: 0,
  run: null,
  id: null,
  endsAt: null,
  orderedAt: Number.NEGATIVE_INFINITY,
  changedAt: Number.NEGATIVE_INFINITY,
  ranSec: 0,
  ranOn: '',
  order: { term: 0, seq: 0 },
  source: 'restart',
  isEstimated: false,
  isLocal: false,
  fault: null,
  lockedUntil: null,
  dryMs: 0,
  dose: null,
};

/** The state after a restart: switches at rest, positions where they are, stored answers and terms kept. */
export function restartedCore(kept: ControllerCore | null, codes: readonly string[], now: number): ControllerCore {
  const outputs = codes.map((code): [string, Output] => {
    const was = { ...resting, ...kept?.outputs[code] };
    const isPosition = kept?.document?.channels[code]?.kind === 'position';
    const levelPct = isPosition ? was.levelPct : (kept?.document?.channels[code]?.restPct ?? 0);
    const at = was.levelPct === levelPct ? was.changedAt : now;
    return [
      code,
      {
        ...was,
        levelPct,
        targetPct: levelPct,
        changedAt: at,
        run: null,
        id: null,
        endsAt: null,
        source: 'restart',
        isEstimated: isPosition,
      },
    ];
  });
  return {
    document: kept?.document ?? null,
    term: kept?.term ?? 0,
    outputs: Object.fromEntries(outputs),
    answered: kept?.answered ?? [],
    heardAt: now,
    guards: {},
    now,
  };
}

/** Takes the limits and lock-outs of a document; ignores a document older than the present one. */
export function withDocument(core: ControllerCore, document: ControlDocument): ControllerCore {
  if (core.document && document.version < core.document.version) return core;
  if (document.term < core.term) return core;
  const isSame = document.version === core.document?.version;
  const outputs = Object.entries(core.outputs).map(([code, output]): [string, Output] => {
    const [limits, was] = [document.channels[code], core.document?.channels[code]];
    const kind = (limits ?? was)?.kind;
    const lock = limits?.lockOut ?? null;
    if (lock === null) return [code, underLimits({ ...output, lockedUntil: null }, limits, kind, core.now)];
    const lockedUntil = lock.forSec === null ? Number.POSITIVE_INFINITY : core.now + lock.forSec * SECOND_MS;
    const isKept = isSame && was !== undefined && was.lockOut !== null;
    return [code, stopped({ ...output, lockedUntil: isKept ? output.lockedUntil : lockedUntil }, kind, core.now)];
  });
  return withRequired({ ...core, document, term: document.term, outputs: Object.fromEntries(outputs) });
}

/**
 * What was begun under other limits goes on under these. Without the right to command an output it ends, since nobody
 * could stop it any more; a longest run or a daily maximum that was lowered cuts it.
 */
function underLimits(
  output: Output,
  limits: ChannelLimits | undefined,
  kind: ChannelLimits['kind'] | undefined,
  now: number,
): Output {
  if (output.run === null && output.source !== 'guard') return output;
  if (!limits?.isCommanded) return { ...stopped(output, kind, now), source: 'limit' };
  if (output.endsAt === null) return output;
  const longestAt = output.orderedAt + limits.maxRunSec * SECOND_MS;
  const daySec = limits.kind === 'position' || limits.maxDailySec === null ? Infinity : limits.maxDailySec;
  const endsAt = Math.min(output.endsAt, longestAt, now + (daySec - output.ranSec) * SECOND_MS);
  return endsAt > now ? { ...output, endsAt } : atRest(output, limits, now);
}

export function isLocked({ lockedUntil }: Output, now: number): boolean {
  return lockedUntil !== null && now < lockedUntil;
}

/** The output stopped where it is: a switch off, a motor still. Nothing runs on an output of unknown kind. */
export function stopped(output: Output, kind: ChannelLimits['kind'] | undefined, now: number): Output {
  const isMotor = kind === 'position' || kind === undefined;
  return switched({ ...output, run: null, id: null, endsAt: null }, isMotor ? output.levelPct : 0, now);
}

/** The output on its way to a level; a switch arrives at once. */
export function switched(output: Output, levelPct: number, now: number): Output {
  const changedAt = output.levelPct > 0 === levelPct > 0 ? output.changedAt : now;
  return { ...output, levelPct, targetPct: levelPct, changedAt, dryMs: 0 };
}

/** Values of the controller's sensors by code; null for one that has failed. */
type Sensed = Readonly<Record<string, number | null>>;

/** Advances to `now`: moves motors, ends runs, evaluates guards and detects a lost server. */
export function advanceCore(core: ControllerCore, now: number, at: number, sensed: Sensed): ControllerCore {
  const passedMs = Math.max(0, now - core.now);
  const isLost = now - core.heardAt >= LINK_LOST_MS;
  const guards = stepGuards(core, now, sensed);
  const today = seoulDate(at);
  const stepped = changedOutputs(core.outputs, (output, code) => {
    const limits = core.document?.channels[code];
    const counted = counts(output, passedMs, today);
    const moved =
      limits?.kind === 'position' ? turned(counted, limits, turningMs(output, core.now, passedMs)) : counted;
    const dosed = limits?.meter ? poured(moved, sensed[limits.meter] ?? null, passedMs, at) : moved;
    const isOver = (dosed.endsAt !== null && now >= dosed.endsAt) || isGiven(dosed);
    const ended = isOver ? atRest(dosed, limits, now) : dosed;
    const linked = isLost && limits ? withoutLink(ended, limits, now) : ended;
    return limits?.dryRun ? dryRun(linked, limits.dryRun, passedMs, now, sensed) : linked;
  });
  const outputs = withGuards(core.document, stepped, guards, now);
  return withRequired({ ...core, outputs, guards, now });
}

/** Most outputs rest most of the time: what does not change is kept and not copied at every step. */
function changedOutputs(
  outputs: ControllerCore['outputs'],
  change: (output: Output, code: string) => Output,
): ControllerCore['outputs'] {
  let next = outputs;
  for (const code of Object.keys(outputs)) {
    const was = outputs[code];
    const is = was && change(was, code);
    if (is && is !== was) next = { ...next, [code]: is };
  }
  return next;
}

/** Applies the first active guard of each output in list order, and releases an output that none guards any more. */
function withGuards(
  document: ControllerCore['document'],
  outputs: ControllerCore['outputs'],
  guards: ControllerCore['guards'],
  now: number,
): ControllerCore['outputs'] {
  const all = document?.guards ?? [];
  return changedOutputs(outputs, (output, code) => {
    if (isLocked(output, now)) return output;
    const limits = document?.channels[code];
    const first = all.find((one) => one.actuator === code && guards[guardName(one)]?.isActive);
    if (first) return guarded(output, first.levelPct, limits, now);
    return output.source === 'guard' ? { ...atRest(output, limits, now), source: 'limit' } : output;
  });
}

type Guard = ControlDocument['guards'][number];

/** Identifies a guard, since one sensor may guard an output in several ways. */
function guardName({ sensor, actuator, op, value }: Guard): string {
  return `${sensor} ${op} ${value}>${actuator}`;
}

/** The day on which an output counts. A clock that is set back over midnight goes on with the day that it had begun. */
export function countedOn({ ranOn }: Pick<Output, 'ranOn'>, today: string): string {
  return ranOn > today && ranOn === addSeoulDays(today, 1) ? ranOn : today;
}

function counts(output: Output, passedMs: number, today: string): Output {
  const ranOn = countedOn(output, today);
  if (output.levelPct === 0 && output.ranOn === ranOn) return output;
  const ranSec = output.ranOn === ranOn ? output.ranSec : 0;
  return { ...output, ranOn, ranSec: ranSec + (output.levelPct > 0 ? passedMs / SECOND_MS : 0) };
}

/** Counts the flow of a run in litres. A failed meter counts nothing, and the run ends by its time. */
function poured(output: Output, lpm: number | null, passedMs: number, at: number): Output {
  const { dose, run, levelPct } = output;
  if (!dose || dose.run !== run || levelPct === 0 || lpm === null) return output;
  const givenL = dose.givenL + (lpm * passedMs) / MINUTE_MS;
  return { ...output, dose: { ...dose, givenL, givenAt: givenL >= dose.litres ? at : null } };
}

function isGiven({ dose, run, levelPct }: Output): boolean {
  return dose !== null && dose.run === run && levelPct > 0 && dose.givenAt !== null;
}

/** A motor turns no longer than commanded, however late the next step is. */
function turningMs({ endsAt }: Output, from: number, passedMs: number): number {
  return endsAt === null ? passedMs : Math.min(passedMs, Math.max(0, endsAt - from));
}

function turned(output: Output, limits: ChannelLimits, passedMs: number): Output {
  const away = output.targetPct - output.levelPct;
  if (away === 0) return output;
  const travelSec = (away > 0 ? limits.travelOpenSec : limits.travelCloseSec) ?? 1;
  const most = (100 * passedMs) / SECOND_MS / travelSec;
  const levelPct = Math.abs(away) <= most ? output.targetPct : output.levelPct + Math.sign(away) * most;
  return { ...output, levelPct };
}

function atRest(output: Output, limits: ChannelLimits | undefined, now: number): Output {
  if (limits?.kind === 'position') return { ...output, endsAt: null, targetPct: output.levelPct };
  return { ...switched(output, limits?.restPct ?? 0, now), endsAt: null, run: null, id: null, source: 'limit' };
}

function withoutLink(output: Output, { onLinkLost, kind, restPct }: ChannelLimits, now: number): Output {
  if (output.source === 'guard' || onLinkLost === 'hold' || onLinkLost === 'finish') return output;
  const levelPct = onLinkLost === 'rest' ? restPct : onLinkLost;
  if (kind === 'position') return { ...output, targetPct: levelPct };
  return output.levelPct === levelPct
    ? output
    : { ...switched(output, levelPct, now), endsAt: null, run: null, id: null, source: 'limit' };
}

function dryRun(
  output: Output,
  { flow, minLpm, afterSec }: NonNullable<ChannelLimits['dryRun']>,
  passedMs: number,
  now: number,
  sensed: Sensed,
): Output {
  const lpm = sensed[flow] ?? null;
  const dryMs = output.levelPct > 0 && lpm !== null && lpm < minLpm ? output.dryMs + passedMs : 0;
  if (dryMs < afterSec * SECOND_MS) return dryMs === output.dryMs ? output : { ...output, dryMs };
  return { ...switched(output, 0, now), endsAt: null, run: null, id: null, source: 'limit', fault: 'DRY' };
}

function stepGuards(core: ControllerCore, now: number, sensed: Sensed): ControllerCore['guards'] {
  return Object.fromEntries(
    (core.document?.guards ?? []).map((guard) => {
      const { sensor, actuator, op, value, hysteresis, forSec } = guard;
      const name = guardName(guard);
      const was = core.guards[name] ?? { since: null, isActive: false, activeSince: 0 };
      const measured = sensed[sensor] ?? null;
      if (measured === null) return [name, { since: null, isActive: false, activeSince: 0 }];
      const slack = was.isActive ? hysteresis : 0;
      const isBeyond = op === 'below' ? measured < value + slack : measured > value - slack;
      const since = isBeyond ? (was.since ?? now) : null;
      const isDue = since !== null && now - since >= forSec * SECOND_MS;
      const ranMs = now - was.activeSince;
      const isTired = was.isActive && ranMs >= GUARD_RUN_MS && core.document?.channels[actuator]?.kind !== 'position';
      const isResting = !was.isActive && was.activeSince > 0 && now - was.activeSince < GUARD_REST_MS;
      const isActive = isDue && !isTired && !isResting;
      return [name, { since, isActive, activeSince: isActive === was.isActive ? was.activeSince : now }];
    }),
  );
}

function guarded(output: Output, levelPct: number, limits: ChannelLimits | undefined, now: number): Output {
  const isMotor = limits?.kind === 'position';
  const held: Output = { ...output, source: 'guard', run: null, id: null, endsAt: null };
  return isMotor ? { ...held, targetPct: levelPct } : switched(held, levelPct, now);
}

/** Turns off every output whose required output is off, whatever turned that off. */
export function withRequired(core: ControllerCore): ControllerCore {
  const { document, outputs, now } = core;
  const left = changedOutputs(outputs, (output, code) => {
    if (output.levelPct === 0 || output.source === 'local') return output;
    const requires = document?.channels[code]?.requires ?? [];
    const isLacking = requires.length > 0 && requires.every((one) => (outputs[one]?.levelPct ?? 0) === 0);
    return isLacking ? { ...switched(output, 0, now), endsAt: null, run: null, id: null, source: 'limit' } : output;
  });
  return left === outputs ? core : withRequired({ ...core, outputs: left });
}
