import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { dayUsed, leftOfDaySec, startsFigures } from './command-plan.ts';
import { type Context, figure, untilFigure } from './context.ts';
import { countUntil, groupReading, readingAt, staleAfterMs } from './readings.ts';
import { endsAloneMs, type Line, longestPartSec, pathOf } from './water-path.ts';
import type { Actuator, Block, Part, Run, Series } from './world.ts';

/** A path that is not open after this time has failed, ms. */
const OPENS_WITHIN_MS = 3 * MINUTE_MS;
/**
 * With a working meter a dose in litres may take up to this factor of its nominal time; without one, time alone ends
 * it.
 */
const LITRES_CAP = 1.5;

/** A part that waits for its turn; `litres` is set when a meter ends it. */
export function partOf(valve: Actuator, dose: { sec: number | null; litres: number | null }, context: Context): Part {
  const { nominalLpm } = valve.settings;
  const byFlow = (litres: number) => (60 * litres) / (nominalLpm ?? 1);
  const isMetered = meterOf(valve, context) !== null;
  const sec = dose.litres === null ? (dose.sec ?? 0) : byFlow(dose.litres) * (isMetered ? LITRES_CAP : 1);
  return {
    valve: valve.channel,
    sec,
    litres: isMetered ? dose.litres : null,
    notBefore: 0,
    state: 'waiting',
    since: context.clock.steady,
    givenSec: 0,
    givenLitres: 0,
    countedTo: context.clock.at,
    isMetered,
    failure: null,
  };
}

/** Tolerated lead of device clocks, ms. Readings further ahead come from before the clock was set back. */
const AHEAD_MS = MINUTE_MS;

/**
 * The valve's own meter while it reports. After the clock was set back it is not used, because its readings of that
 * hour are ambiguous.
 */
function meterOf(valve: Actuator, context: Context): Series | null {
  if (valve.settings.flowChannel === null) return null;
  const [meter] = context.sensors([valve.settings.flowChannel]);
  const { at } = context.clock;
  if (!meter || meter.isDoubted || !readingAt(meter, at)) return null;
  return (meter.points.at(-1)?.[0] ?? 0) > at + AHEAD_MS ? null : meter;
}

/** The updated part and why it ended; `given` is the water since the last decision. */
export type Progress = {
  part: Part;
  given: { sec: number; litres: number };
  ended: Part['state'] | null;
  block: Block | null;
};

const nothing = { sec: 0, litres: 0 };

/** Controllers report rounded litres, so a dose counts as complete from this share on. */
const DOSE_SHARE = 0.99;

/** Litres that the valve's controller has counted for a flowing part; 0 when it does not count. */
function doseCountedFor({ state, valve, litres }: Part, run: string, context: Context): number {
  const dosed = context.state(valve)?.dosed;
  return litres !== null && (state === 'flowing' || state === 'ending') && dosed?.run === run ? dosed.litres : 0;
}

/** The present state of a part that has begun. */
export function progressOf(
  part: Part,
  run: string,
  line: Line,
  context: Context,
  blockOf: (channel: number) => Block | null,
): Progress {
  const valve = line.valves.find(({ channel }) => channel === part.valve);
  if (!valve) return broken(part, nothing, blockedBy('RULE_CHANGED'), context, part.state === 'flowing');
  const path = pathOf(valve, line);
  const levels = path.map(({ channel }) => context.state(channel)?.levelPct);
  const isOpen = levels.every((level) => level !== undefined && level > 0);
  const isShut = levels.includes(0);
  // A start that has not arrived yet may still open it.
  const mayFlow = isOpen || path.some(({ channel }) => context.memory(channel).pending?.do === 'on');
  // Counts from the decision before it was seen open until it is seen closed, so rather too much than too little.
  // What was cut is remembered until its valve is shut, after the pump: the log says why of both.
  const isStill = part.failure === null ? isShut : levels[0] === 0;
  const isEnded =
    part.state === 'ending' && ((isStill && !mayFlow) || context.clock.steady - part.since >= endsAloneMs(valve));
  const dosedL = doseCountedFor(part, run, context);
  const isDosed = part.litres !== null && dosedL >= part.litres * DOSE_SHARE;
  const hasRun = part.state !== 'opening' || isOpen;
  const seen = hasRun ? givenSince(part, valve, context, isEnded) : nothing;
  const isTimed = hasRun && part.isMetered && dosedL === 0 && meterOf(valve, context) === null;
  // The controller's count arrives before the readings of its meter, which then tell of the same water.
  const meteredLitres = (part.meteredLitres ?? part.givenLitres) + seen.litres;
  const givenLitres = Math.max(part.givenLitres, meteredLitres, dosedL);
  const given = { ...seen, litres: givenLitres - part.givenLitres };
  const givenSec = part.givenSec + given.sec;
  // A longest run or a daily maximum that was lowered cuts what has begun.
  const roomSec = Math.max(0, Math.min(...path.map((one) => leftOfDaySec(one, context))));
  const counted: Part = {
    ...part,
    sec: Math.min(part.sec, longestPartSec(valve), givenSec + roomSec),
    givenSec,
    givenLitres,
    meteredLitres,
    ...(isTimed && { isPartlyTimed: true }),
    countedTo: Math.max(part.countedTo, newestOf(valve, context) ?? context.clock.at),
  };
  const now = (state: Part['state']): Part => ({ ...counted, state, since: context.clock.steady });
  if (part.state === 'ending') {
    if (!isEnded) return going(counted, given);
    const ended = part.failure === null ? 'done' : 'broken';
    return { part: now(ended), given, ended, block: part.failure };
  }
  const block =
    path.map(({ channel }) => blockOf(channel)).find((one) => one !== null) ?? failureOf(part, run, path, context);
  if (block) return broken(counted, given, block, context, mayFlow || part.state === 'flowing');
  if (part.state === 'opening') {
    if (isOpen) return going(now('flowing'), given);
    const isLate = context.clock.steady - part.since >= OPENS_WITHIN_MS + valve.settings.leadSec * SECOND_MS;
    return isLate ? broken(counted, given, blockedBy('NEVER_OPENED'), context, mayFlow) : going(counted, given);
  }
  const isGiven =
    isDosed || counted.givenSec >= counted.sec || (counted.litres !== null && counted.givenLitres >= counted.litres);
  if (isGiven) return going(now('ending'), given);
  // It was turned off by a person or its controller, so it is not started again.
  return isShut ? broken(counted, given, blockedBy('ENDED_ELSEWHERE'), context, true) : going(counted, given);
}

function going(part: Part, given: Progress['given']): Progress {
  return { part, given, ended: null, block: null };
}

/** Ends a part early. While water may still be flowing it stays in `ending`, so that the water is counted. */
function broken(part: Part, given: Progress['given'], block: Block, { clock }: Context, mayFlow: boolean): Progress {
  if (!mayFlow) return { part: { ...part, state: 'broken' }, given, ended: 'broken', block };
  return going({ ...part, state: 'ending', since: clock.steady, failure: block }, given);
}

function blockedBy(reason: Block['reason'], by: string | null = null): Block {
  return { layer: 'rule', outcome: 'stopped', reason, by, figures: [] };
}

/**
 * Failures among the results of a path's commands. A refused start and a missing proof end the part. A lost start is
 * sent again, and a flow whose end could not be moved goes on. A late answer to an earlier command, like the end of the
 * run before, says nothing about this part.
 */
function failureOf({ state }: Part, own: string, path: readonly Actuator[], { world }: Context): Block | null {
  for (const { id, run = own, status, channel, code } of world.results) {
    if (run !== own || !path.some((one) => one.channel === channel)) continue;
    if (status === 'unproved') return blockedBy('UNPROVED', code);
    const asked = world.memory.actuators[channel]?.pending;
    const isRefusedStart = status === 'refused' && asked?.id === id && asked.do === 'on';
    if (isRefusedStart && state === 'opening') return blockedBy('REFUSED', code);
  }
  return null;
}

/**
 * Water since the last decision. Time counts as long as no report says that it stopped, so rather too much than too
 * little.
 */
function givenSince(part: Part, valve: Actuator, context: Context, isEnded: boolean): Progress['given'] {
  const sec = context.clock.passedMs / SECOND_MS;
  const meter = part.isMetered ? meterOf(valve, context) : null;
  if (!meter) return { sec, litres: ((valve.settings.nominalLpm ?? 0) * sec) / 60 };
  const longest = staleAfterMs(meter);
  const from = countUntil(meter.points, part.countedTo);
  const counted = meter.points[from - 1];
  let before = part.countedTo;
  let last = counted?.[0] === part.countedTo ? counted[1] : 0;
  let litres = 0;
  for (const [at, value] of meter.points.slice(from, countUntil(meter.points, context.clock.at))) {
    // Between two readings the higher of them is assumed.
    litres += (Math.max(last, value) * Math.min(at - before, longest)) / MINUTE_MS;
    [before, last] = [at, value];
  }
  // No reading will include the water after the last one.
  if (isEnded) litres += (last * Math.min(context.clock.at - before, longest)) / MINUTE_MS;
  return { sec, litres };
}

/** Time of the meter's newest reading that is not in the future. */
function newestOf(valve: Actuator, context: Context): number | null {
  const meter = meterOf(valve, context);
  return meter?.points.findLast(([at]) => at <= context.clock.at)?.[0] ?? null;
}

/** Why a part cannot begin now; null when it can. */
export function startBlock(
  part: Part,
  run: Run,
  line: Line,
  context: Context,
  blockOf: (channel: number) => Block | null,
): Block | null {
  const valve = line.valves.find(({ channel }) => channel === part.valve);
  if (!valve) return blockedBy('RULE_CHANGED');
  const path = pathOf(valve, line);
  const waits = (reason: Block['reason'], figures: Block['figures'] = [], by: string | null = null): Block => {
    return { layer: 'rule', outcome: 'waiting', reason, figures, by };
  };
  const blocked = path.map(({ channel }) => blockOf(channel)).find((one) => one !== null);
  if (blocked) return blocked;
  if (!context.clock.mayStart) return waits('CLOCK');
  if (isEarly(run, context)) return waits('OUTSIDE_TIME');
  if (path.some(({ settings }) => !settings.isCommanded)) return waits('NOT_COMMANDED');
  if (path.some(({ channel }) => context.state(channel) === null)) return waits('STATE_UNKNOWN');
  if (path.some(({ channel }) => context.state(channel)?.isLocal)) return waits('LOCAL');
  const restless = path.map((one) => restBlock(one, context)).find((one) => one !== null);
  if (restless) return restless;
  const spent = path.map((one) => dayBlock(one, part, context)).find((one) => one !== null);
  if (spent) return spent;
  return run.minAirC === null ? null : coldBlock(valve, run.minAirC, context);
}

/** Whether a clock that was ahead called a run due, and was set right before it began. */
export function isEarly({ isTimed, dueAt, parts }: Run, { clock }: Context): boolean {
  return isTimed === true && dueAt > clock.at && parts.every(({ state }) => state === 'waiting');
}

function restBlock({ channel, settings }: Actuator, context: Context): Block | null {
  const memory = context.memory(channel);
  const { since } = memory;
  if (memory.levelPct !== 0) return null;
  const restedAt = since === null ? 0 : since + settings.minOffSec * SECOND_MS;
  if (context.clock.steady < restedAt) {
    return { ...blockedBy('MIN_OFF'), outcome: 'waiting', figures: [untilFigure(context, restedAt)] };
  }
  const often = startsFigures(memory, settings, context);
  return often ? { ...blockedBy('STARTS_PER_HOUR'), outcome: 'waiting', figures: often } : null;
}

function dayBlock(actuator: Actuator, part: Part, context: Context): Block | null {
  if (part.sec <= leftOfDaySec(actuator, context)) return null;
  const { reason, figures } = dayUsed(actuator, context);
  return { ...blockedBy(reason), outcome: 'blocked', figures };
}

/** Blocks watering in cold air at the valve; also when all thermometers of its house are silent. */
function coldBlock(valve: Actuator, minAirC: number, context: Context): Block | null {
  const own = context.sensorsIn(valve.areaName, 'TEMPERATURE');
  if (own.length === 0) return null;
  const air = groupReading(own, 'min', context.clock.at);
  if (!air.isKnown) return { ...blockedBy('AIR_UNKNOWN'), outcome: 'waiting' };
  if (air.value >= minAirC) return null;
  return { ...blockedBy('COLD'), outcome: 'waiting', figures: [figure('temperature', air.value, minAirC, air.at)] };
}
