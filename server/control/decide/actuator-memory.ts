import { DAY_MS, HOUR_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import { LINK_LOST } from '../command-life.ts';
import type { Clock } from './clock.ts';
import type { Actuator, ActuatorMemory, Reported, World } from './world.ts';

/** Of an actuator that nobody has heard of. */
export const nothingKnown: ActuatorMemory = {
  levelPct: null,
  since: null,
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

/** A position has arrived within this of where it was sent, %. */
const ARRIVED_PCT = 5;
/** Days whose running times are kept: a clock set back finds them again. */
const DAYS_KEPT = 3;

/** What is known of an actuator once its newest state is in. */
export function rememberState(actuator: Actuator, state: Reported | null, world: World, clock: Clock): ActuatorMemory {
  const was = world.memory.actuators[actuator.channel] ?? nothingKnown;
  const results = world.results.filter(({ channel }) => channel === actuator.channel);
  // What has tripped is looked at by a person: from then on it is counted anew.
  const isTripped = world.trips.some(({ channel }) => channel === actuator.channel);
  const unproved = results.reduce(
    (count, { status, code }) => {
      // A bad connection never trips anything.
      if (status === 'unproved') return code === LINK_LOST ? count : count + 1;
      return status === 'proved' ? 0 : count;
    },
    isTripped ? 0 : was.unproved,
  );
  const levelPct = state?.levelPct ?? was.levelPct;
  const [wasOn, isOn] = [(was.levelPct ?? 0) > 0, (levelPct ?? 0) > 0];
  const hasChanged = was.levelPct === null ? levelPct !== null && isOn : wasOn !== isOn;
  const isNewStart = hasChanged && isOn;
  const endsAt = endOf(state, clock);
  const isAtRest = state !== null && !isOn && was.pending === null;
  const isOver = results.some(({ id, status }) => id === was.pending?.id && status !== 'proved');
  const starts = was.starts.filter((at) => clock.steady - at < HOUR_MS);
  return {
    ...was,
    levelPct,
    since: hasChanged ? clock.steady : was.since,
    starts: isNewStart ? [...starts, clock.steady] : starts,
    ranSec: wasOn ? addTo(was.ranSec, clock) : was.ranSec,
    pending: isOver || isDone(was.pending, state, endsAt) ? null : was.pending,
    run: isAtRest ? null : was.run,
    startedAt: isAtRest ? null : was.startedAt,
    endsAt: state ? endsAt : was.endsAt,
    unproved,
  };
}

/** A renewal is believed when the end that is reported is about the one that was asked for, ms. */
const SAME_END_MS = 30 * SECOND_MS;

/** The reported end on the count: a renewal that was lost on the way has moved nothing. */
function endOf(state: Reported | null, { at, steady }: Clock): number | null {
  if (!state || state.endsInMs === null) return null;
  return steady - Math.max(0, at - state.at) + state.endsInMs;
}

function isDone(pending: ActuatorMemory['pending'], state: Reported | null, endsAt: number | null): boolean {
  if (!pending || !state) return false;
  switch (pending.do) {
    case 'on':
      return state.levelPct > 0 && endsAt !== null && endsAt >= pending.endsAt - SAME_END_MS;
    case 'off':
      return state.levelPct === 0;
    case 'stop':
      return !state.isMoving;
    case 'position':
      return !state.isMoving && Math.abs(state.levelPct - pending.levelPct) <= ARRIVED_PCT;
  }
}

/** Seconds by Seoul date, with what has passed added to today's. */
function addTo(ranSec: ActuatorMemory['ranSec'], { at, passedMs }: Clock): ActuatorMemory['ranSec'] {
  const date = seoulDate(at);
  const kept = Object.entries(ranSec).filter(([day]) => isKept(day, at));
  return Object.fromEntries([...kept, [date, (ranSec[date] ?? 0) + passedMs / SECOND_MS]]);
}

/** Whether counts of a Seoul date are still needed: those of today, of the days before, and of any day ahead. */
export function isKept(date: string, at: number): boolean {
  return date > seoulDate(at - DAYS_KEPT * DAY_MS);
}
