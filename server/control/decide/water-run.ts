import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Context, figure, untilFigure } from './context.ts';
import { groupReading, readingAt, staleAfterMs } from './readings.ts';
import { endsAloneMs, type Line, pathOf } from './water-path.ts';
import type { Actuator, Block, Part, Run, Series } from './world.ts';

/** A path that has not opened by then does not, ms. */
const OPENS_WITHIN_MS = 3 * MINUTE_MS;
/** Litres are given by time where no meter is heard; a meter that is heard is believed up to this much more time. */
const LITRES_CAP = 1.5;

/** One amount for one valve, before it waits for its turn; `litres` where a meter is to end it. */
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

/** Clocks of devices may be so far ahead, ms; readings further ahead are of a time that is lived twice. */
const AHEAD_MS = MINUTE_MS;

/** The valve's own meter while it is heard. In an hour that a clock set back has made twice its readings are of both. */
function meterOf(valve: Actuator, context: Context): Series | null {
  if (valve.settings.flowChannel === null) return null;
  const [meter] = context.sensors([valve.settings.flowChannel]);
  const { at } = context.clock;
  if (!meter || meter.isDoubted || !readingAt(meter, at)) return null;
  return (meter.points.at(-1)?.[0] ?? 0) > at + AHEAD_MS ? null : meter;
}

/** The newest of a part that has begun, and why it is over; `given` is what was added since the last decision. */
export type Progress = {
  part: Part;
  given: { sec: number; litres: number };
  ended: Part['state'] | null;
  block: Block | null;
};

const nothing = { sec: 0, litres: 0 };

/** Where a part that has begun is now. */
export function progressOf(
  part: Part,
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
  // A start that is still on its way makes water of what is shut.
  const mayFlow = isOpen || path.some(({ channel }) => context.memory(channel).pending?.do === 'on');
  // Counted from the look before it was seen to be open until it is seen to be shut: rather too much than too little.
  const isEnded =
    part.state === 'ending' && ((isShut && !mayFlow) || context.clock.steady - part.since >= endsAloneMs(valve));
  const given = part.state !== 'opening' || isOpen ? givenSince(part, valve, context, isEnded) : nothing;
  const counted: Part = {
    ...part,
    givenSec: part.givenSec + given.sec,
    givenLitres: part.givenLitres + given.litres,
    countedTo: Math.max(part.countedTo, newestOf(valve, context) ?? context.clock.at),
  };
  const now = (state: Part['state']): Part => ({ ...counted, state, since: context.clock.steady });
  if (part.state === 'ending') {
    if (!isEnded) return going(counted, given);
    const ended = part.failure === null ? 'done' : 'broken';
    return { part: now(ended), given, ended, block: part.failure };
  }
  const block =
    path.map(({ channel }) => blockOf(channel)).find((one) => one !== null) ?? failureOf(part, path, context);
  if (block) return broken(counted, given, block, context, mayFlow || part.state === 'flowing');
  if (part.state === 'opening') {
    if (isOpen) return going(now('flowing'), given);
    const isLate = context.clock.steady - part.since >= OPENS_WITHIN_MS + valve.settings.leadSec * SECOND_MS;
    return isLate ? broken(counted, given, blockedBy('NEVER_OPENED'), context, mayFlow) : going(counted, given);
  }
  const isGiven = counted.givenSec >= counted.sec || (counted.litres !== null && counted.givenLitres >= counted.litres);
  if (isGiven) return going(now('ending'), given);
  // Off though nobody asked: somebody on the spot, or the controller. It is not started again over their heads.
  return isShut ? broken(counted, given, blockedBy('ENDED_ELSEWHERE'), context, true) : going(counted, given);
}

function going(part: Part, given: Progress['given']): Progress {
  return { part, given, ended: null, block: null };
}

/** Over before it was given. Where water runs, or may yet, it is counted until it is seen to end. */
function broken(part: Part, given: Progress['given'], block: Block, { clock }: Context, mayFlow: boolean): Progress {
  if (!mayFlow) return { part: { ...part, state: 'broken' }, given, ended: 'broken', block };
  return going({ ...part, state: 'ending', since: clock.steady, failure: block }, given);
}

function blockedBy(reason: Block['reason'], by: string | null = null): Block {
  return { layer: 'rule', outcome: 'stopped', reason, by, figures: [] };
}

/**
 * What became of the commands of a path. A start that was refused ends the part; one that was lost is sent again, and
 * what flows goes on though its end could not be moved. Equipment that was not seen to move is not believed.
 */
function failureOf({ state }: Part, path: readonly Actuator[], { world }: Context): Block | null {
  for (const { status, channel, code } of world.results) {
    if (!path.some((one) => one.channel === channel)) continue;
    if (status === 'unproved') return blockedBy('UNPROVED', code);
    if (status === 'refused' && state === 'opening') return blockedBy('REFUSED', code);
  }
  return null;
}

/** What flowed since the last decision. Time is counted while nothing says that it stopped: rather too much than too little. */
function givenSince(part: Part, valve: Actuator, context: Context, isEnded: boolean): { sec: number; litres: number } {
  const sec = context.clock.passedMs / SECOND_MS;
  const meter = part.isMetered ? meterOf(valve, context) : null;
  if (!meter) return { sec, litres: ((valve.settings.nominalLpm ?? 0) * sec) / 60 };
  const longest = staleAfterMs(meter);
  let before = part.countedTo;
  let last = meter.points.find(([at]) => at === part.countedTo)?.[1] ?? 0;
  let litres = 0;
  for (const [at, value] of meter.points) {
    if (at <= part.countedTo || at > context.clock.at) continue;
    // Between two readings it may have flowed all the time as the stronger of them says.
    litres += (Math.max(last, value) * Math.min(at - before, longest)) / MINUTE_MS;
    [before, last] = [at, value];
  }
  // What flowed after the last reading will be told by none.
  if (isEnded) litres += (last * Math.min(context.clock.at - before, longest)) / MINUTE_MS;
  return { sec, litres };
}

/** When the valve's meter was last heard, of readings that lie behind us. */
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
  if (path.some(({ settings }) => !settings.isCommanded)) return waits('NOT_COMMANDED');
  if (path.some(({ channel }) => context.state(channel) === null)) return waits('STATE_UNKNOWN');
  const restless = path.map((one) => restBlock(one, context)).find((one) => one !== null);
  if (restless) return restless;
  const spent = path.map((one) => dayBlock(one, part, context)).find((one) => one !== null);
  if (spent) return spent;
  return run.minAirC === null ? null : coldBlock(valve, run.minAirC, context);
}

function restBlock({ channel, settings }: Actuator, context: Context): Block | null {
  const { since, starts, levelPct } = context.memory(channel);
  if (levelPct !== 0) return null;
  const restedAt = since === null ? 0 : since + settings.minOffSec * SECOND_MS;
  if (context.clock.steady < restedAt) {
    return { ...blockedBy('MIN_OFF'), outcome: 'waiting', figures: [untilFigure(context, restedAt)] };
  }
  if (starts.length < settings.maxStartsPerHour) return null;
  return { ...blockedBy('STARTS_PER_HOUR'), outcome: 'waiting', figures: [figure('count', starts.length)] };
}

function dayBlock({ channel, settings }: Actuator, part: Part, context: Context): Block | null {
  const ran = context.memory(channel).ranSec[context.date] ?? 0;
  if (settings.maxDailySec === null || ran + part.sec <= settings.maxDailySec) return null;
  const figures = [figure('minutes', ran / 60, settings.maxDailySec / 60)];
  return { ...blockedBy('DAILY_MAX'), outcome: 'blocked', figures };
}

/** Cold air about the valve; a house whose thermometers are all silent is not watered either. */
function coldBlock(valve: Actuator, minAirC: number, context: Context): Block | null {
  const own = context.sensorsIn(valve.areaName, 'TEMPERATURE');
  if (own.length === 0) return null;
  const air = groupReading(own, 'min', context.clock.at);
  if (!air.isKnown) return { ...blockedBy('AIR_UNKNOWN'), outcome: 'waiting' };
  if (air.value >= minAirC) return null;
  return { ...blockedBy('COLD'), outcome: 'waiting', figures: [figure('temperature', air.value, minAirC, air.at)] };
}
