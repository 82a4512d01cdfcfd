import { actuatorRows } from '#contract/control/actuator.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import { LINK_LOST } from '../command-life.ts';
import { type Clock, withToday } from './clock.ts';
import type { Actuator, ActuatorMemory, Reported, World } from './world.ts';

/** A state without a report for this long is unknown, ms. */
export const STATE_KNOWN_MS = 3 * MINUTE_MS;

/** A command may still arrive until then, ms, and is not repeated; after this it has expired. */
export const ON_ITS_WAY_MS = MINUTE_MS;

/** Memory of an actuator without any report. */
export const nothingKnown: ActuatorMemory = {
  levelPct: null,
  isKnown: false,
  since: null,
  isSinceSeen: true,
  starts: [],
  ranSec: {},
  pending: null,
  run: null,
  endsAt: null,
  count: 0,
  unproved: 0,
  startedAt: null,
  movedAt: null,
};

/** A position counts as reached within this tolerance, %. */
const ARRIVED_PCT = 5;

/** Updates the memory of an actuator with its newest state. */
export function rememberState(actuator: Actuator, state: Reported | null, world: World, clock: Clock): ActuatorMemory {
  const { channel } = actuator;
  const was = world.memory.actuators[channel] ?? nothingKnown;
  const results = world.results.length === 0 ? nothingNew : world.results.filter((one) => one.channel === channel);
  const levelPct = state?.levelPct ?? was.levelPct;
  const [wasOn, isOn] = [(was.levelPct ?? 0) > 0, (levelPct ?? 0) > 0];
  const hasChanged = was.levelPct === null ? levelPct !== null && isOn : wasOn !== isOn;
  // What changed while nobody looked may have done so at any time since.
  const isSeen = was.isKnown && clock.passedMs <= STATE_KNOWN_MS;
  const isNewStart = hasChanged && isOn;
  const endsAt = endOf(state, clock);
  const isAtRest = state !== null && !isOn && was.pending === null;
  const isOver = results.some(({ id, status }) => id === was.pending?.id && status !== 'proved');
  const starts = was.starts.filter((at) => clock.steady - at < HOUR_MS);
  // Field by field, since this is done for every actuator of every farm each minute.
  return {
    levelPct,
    isKnown: state !== null,
    since: hasChanged ? clock.steady : was.since,
    isSinceSeen: hasChanged ? isSeen : was.isSinceSeen,
    starts: isNewStart ? [...starts, clock.steady] : starts,
    ranSec: wasOn ? addTo(was.ranSec, clock) : was.ranSec,
    pending: isOver || isDone(was, state, endsAt, clock) ? null : was.pending,
    run: isAtRest ? null : was.run,
    endsAt: state ? endsAt : was.endsAt,
    count: was.count,
    unproved: hasProvedItself(actuator, was, state, endsAt, clock)
      ? 0
      : unprovedAfter(was.unproved, channel, results, world),
    startedAt: isAtRest || was.startedAt === null ? null : was.startedAt - uncountedMs(was, endsAt, clock),
    movedAt: was.movedAt,
    refused: hasChanged ? null : refusedAfter(was, results, clock),
  };
}

/**
 * How long a run has been going on that nobody here counted, ms: a controller that was not heard of, or that was left
 * over a restart, ends it by its own clock, and that end has come nearer by as much.
 */
function uncountedMs(was: ActuatorMemory, endsAt: number | null, { isCounted }: Clock): number {
  const isHeardAnew = !isCounted || !was.isKnown;
  return isHeardAnew && was.endsAt !== null && endsAt !== null ? Math.max(0, was.endsAt - endsAt) : 0;
}

const nothingNew: World['results'] = [];

/** A refusal longer ago than this says nothing about the next one, ms. */
const REFUSED_FOR_MS = HOUR_MS;

function refusedAfter({ refused = null, pending }: ActuatorMemory, results: World['results'], { steady }: Clock) {
  const isOld = refused !== null && steady - refused.sentAt > REFUSED_FOR_MS;
  const last = isOld ? null : refused;
  const answer = results.find(({ id, status }) => id === pending?.id && status === 'refused');
  if (!answer || !pending) return last;
  const { do: what, levelPct, sentAt } = pending;
  const times = last?.do === what && last.levelPct === levelPct ? last.times + 1 : 1;
  return { do: what, levelPct, times, code: answer.code, sentAt };
}

/** Whether a start has come of which no sensor can tell: its state is the only proof that there is. */
function hasProvedItself(
  { type, settings }: Actuator,
  was: ActuatorMemory,
  state: Reported | null,
  endsAt: number | null,
  clock: Clock,
): boolean {
  const { proof } = actuatorRows[type];
  const isUnmeasured = proof === null || (proof === 'flow' && settings.flowChannel === null);
  return isUnmeasured && was.unproved > 0 && was.pending?.do === 'on' && isDone(was, state, endsAt, clock);
}

/** Counts unproved commands in a row; a person has to check a tripped actuator, and the count starts again afterwards. */
function unprovedAfter(before: number, channel: number, results: World['results'], { trips }: World): number {
  let count = trips.some((one) => one.channel === channel) ? 0 : before;
  for (const { status, code } of results) {
    if (status === 'proved') count = 0;
    // A bad connection must never trip an actuator.
    else if (status === 'unproved' && code !== LINK_LOST) count += 1;
  }
  return count;
}

/** A renewal has arrived when the reported end is this close to the requested one, ms. */
const SAME_END_MS = 30 * SECOND_MS;

/** The reported end in steady time. It comes from the report, because a renewal may have been lost. */
function endOf(state: Reported | null, { at, steady }: Clock): number | null {
  if (!state || state.endsInMs === null) return null;
  return steady - Math.max(0, at - state.at) + state.endsInMs;
}

function isDone(
  { pending, run }: ActuatorMemory,
  state: Reported | null,
  endsAt: number | null,
  { steady }: Clock,
): boolean {
  if (!pending || !state) return false;
  switch (pending.do) {
    case 'on':
      return state.levelPct > 0 && endsAt !== null && Math.abs(endsAt - pending.endsAt) <= SAME_END_MS;
    case 'off':
      return state.levelPct === 0;
    case 'stop':
      return !state.isMoving;
    case 'position': {
      // A motor that stands near its target may not have begun: the report may be from before the command.
      const isAnswer = state.run === run || steady - pending.sentAt >= ON_ITS_WAY_MS;
      return isAnswer && !state.isMoving && Math.abs(state.levelPct - pending.levelPct) <= ARRIVED_PCT;
    }
  }
}

/** Running seconds by Seoul date, with the time since the last decision added to today's. */
function addTo(ranSec: ActuatorMemory['ranSec'], { at, passedMs }: Clock): ActuatorMemory['ranSec'] {
  return withToday(ranSec, at, (ranSec[seoulDate(at)] ?? 0) + passedMs / SECOND_MS);
}
