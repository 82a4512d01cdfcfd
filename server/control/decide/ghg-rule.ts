import { spanAt } from '#contract/control/rule/day-time.ts';
import type { ReservationGhg } from '#contract/control/rule/reservation-ghg.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { appliesOn } from '#contract/control/rule/rule-fields.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { usedOn, withToday } from './clock.ts';
import { aboutRule, type Context, figure, untilFigure } from './context.ts';
import type { LevelRequest, LevelRequests } from './level-request.ts';
import { groupReading } from './readings.ts';
import type { Block, GhgMemory } from './world.ts';

/** No supply above this, whatever the settings, ppm. */
const CEILING_PPM = 1_500;
/** Height of the sun that replaces a light sensor, degrees; no supply below `dull`. */
const SUN_DEG = { dull: 5, bright: 25 } as const;

export const restingGhg: GhgMemory = {
  doseUntil: null,
  mixUntil: 0,
  shutSince: null,
  airUntil: null,
  airedAt: null,
  dosedSec: {},
};

type Step = LevelRequests & { memory: GhgMemory };
type Word = readonly [LevelRequests['explanation']['outcome'], LevelRequests['explanation']['reason']];
type Figures = LevelRequests['explanation']['figures'];
type Say = (memory: GhgMemory, word: Word, figures?: Figures) => Step;

/**
 * Supplies in doses while every vent is closed and there is light; ventilates when the house has used up its carbon
 * dioxide. `blockOf`: what keeps an actuator back above the rules.
 */
export function stepGhg(
  rule: Rule<ReservationGhg>,
  was: GhgMemory,
  context: Context,
  blockOf: (channel: number) => Block | null,
): Step {
  const { fields, id } = rule;
  const { clock } = context;
  const memory = { ...was, shutSince: shutSince(fields, was, context) };
  const say = (given: GhgMemory, word: Word, figures: Figures = [], by: string | null = null): Step => {
    return {
      memory: given,
      requests: requestsOf(fields, given, clock.steady),
      explanation: aboutRule(context, id, ...word, figures, by),
    };
  };
  const idle: GhgMemory = { ...memory, doseUntil: null, airUntil: null };
  const co2 = groupReading(context.sensors(fields.co2Sensors), 'max', clock.at);
  if (!co2.isKnown) return say(idle, ['suspended', co2.reason], [], String(co2.channel));
  const span = spanAt(fields.windows, clock.at, context.today, context.sunOf);
  if (!span || !appliesOn(fields, span.day, context.seasonOn(fields.cropId, span.day))) {
    return say(idle, ['kept', 'OUTSIDE_TIME']);
  }
  const shown = (limit: number) => [figure('co2', co2.value, limit, co2.at)];
  if (memory.airUntil !== null && clock.steady < memory.airUntil) {
    return say(memory, ['started', 'AIRING'], [untilFigure(context, memory.airUntil)]);
  }
  const aired: GhgMemory = memory.airUntil === null ? memory : { ...memory, airUntil: null, airedAt: memory.airUntil };
  const airing = fields.does === 'dose' ? null : air(fields, aired, context, say);
  if (airing) return airing;
  const blocks = fields.supplies.map(blockOf);
  const [block] = blocks;
  // What is not given is no dose, and does not count.
  if (block && blocks.every((one) => one !== null)) {
    return say(withoutDose(fields, aired, context), [block.outcome, block.reason], block.figures, block.by);
  }
  return dose(
    fields,
    aired,
    co2.value,
    context,
    (given, word, limit) => say(given, word, limit === undefined ? [] : shown(limit)),
    say,
  );
}

/** Begins to ventilate a house whose air is depleted, or says why not; null where the rule may dose instead. */
function air(fields: ReservationGhg, memory: GhgMemory, context: Context, say: Say): Step | null {
  const { clock, world } = context;
  const lowest = groupReading(context.sensors(fields.co2Sensors), 'min', clock.at);
  // It is known when the highest of the same sensors is.
  if (!lowest.isKnown) return null;
  const shown = [figure('co2', lowest.value, fields.airBelowPpm, lowest.at)];
  const orDose = (word: Word, figures: Figures = []) => (fields.does === 'air' ? say(memory, word, figures) : null);
  if (lowest.value >= fields.airBelowPpm) return orDose(['kept', 'CO2_ENOUGH'], shown);
  if (context.sunHeightDeg() < SUN_DEG.dull) return orDose(['kept', 'TOO_DARK']);
  const outsideC = world.weather?.tempC ?? null;
  if (outsideC === null) return orDose(['waiting', 'OUTSIDE_UNKNOWN']);
  if (outsideC < fields.airMinOutsideC) {
    return orDose(['waiting', 'OUTSIDE_COLD'], [figure('temperature', outsideC, fields.airMinOutsideC)]);
  }
  const restedAt = memory.airedAt === null ? 0 : memory.airedAt + fields.airForMin * MINUTE_MS;
  if (clock.steady < restedAt) return orDose(['waiting', 'RESTING'], [untilFigure(context, restedAt)]);
  if (!clock.mayStart) return orDose(['waiting', 'CLOCK']);
  if (fields.mode === 'watch') return say(memory, ['skipped', 'WATCHED'], shown);
  const airing = { ...memory, doseUntil: null, airUntil: clock.steady + fields.airForMin * MINUTE_MS };
  return say(airing, ['started', 'AIRING'], shown);
}

/** Begins or continues a dose. Anything that prevents a dose also ends a running one. */
function dose(
  fields: ReservationGhg,
  memory: GhgMemory,
  ppm: number,
  context: Context,
  sayPpm: (memory: GhgMemory, word: Word, limit?: number) => Step,
  say: Say,
): Step {
  const { clock, date } = context;
  const off = withoutDose(fields, memory, context);
  if (ppm >= CEILING_PPM) return sayPpm(off, ['blocked', 'CO2_HIGH'], CEILING_PPM);
  const shutForMs = memory.shutSince === null ? null : clock.steady - memory.shutSince;
  if (shutForMs === null) return sayPpm(off, ['blocked', 'VENT_OPEN']);
  const share = lightShare(fields, context);
  if (share === null) return sayPpm(off, ['kept', 'TOO_DARK']);
  const targetPpm = fields.lowPpm + share * (fields.highPpm - fields.lowPpm);
  if (memory.doseUntil !== null) {
    const isOver = clock.steady >= memory.doseUntil;
    if (!isOver && ppm >= targetPpm) {
      return say(counted(memory, context), ['started', 'DOSING'], [untilFigure(context, memory.doseUntil)]);
    }
    if (!isOver) return sayPpm(counted(memory, context), ['started', 'CO2_LOW'], targetPpm);
    const mixing = counted(off, context);
    return say(mixing, ['waiting', 'MIXING'], [untilFigure(context, mixing.mixUntil)]);
  }
  if (shutForMs < fields.ventClosedMin * MINUTE_MS) return sayPpm(memory, ['waiting', 'VENT_OPEN']);
  if (clock.steady < memory.mixUntil)
    return say(memory, ['waiting', 'MIXING'], [untilFigure(context, memory.mixUntil)]);
  const fromPpm = targetPpm - fields.hysteresisPpm;
  if (ppm >= fromPpm) return sayPpm(memory, ['kept', 'CO2_ENOUGH'], fromPpm);
  const dosedMin = usedOn(memory.dosedSec, date) / 60;
  if (dosedMin >= fields.maxDailyMin) {
    return say(memory, ['blocked', 'RULE_DAILY_MAX'], [figure('minutes', dosedMin, fields.maxDailyMin)]);
  }
  if (!clock.mayStart) return sayPpm(memory, ['waiting', 'CLOCK']);
  if (fields.mode === 'watch') return sayPpm(memory, ['skipped', 'WATCHED'], targetPpm);
  return sayPpm({ ...memory, doseUntil: clock.steady + fields.doseSec * SECOND_MS }, ['started', 'CO2_LOW'], targetPpm);
}

/** Ends a dose: what was given has to mix before it is measured. */
function withoutDose({ mixSec }: ReservationGhg, memory: GhgMemory, { clock }: Context): GhgMemory {
  const mixUntil = memory.doseUntil === null ? memory.mixUntil : clock.steady + mixSec * SECOND_MS;
  return { ...memory, doseUntil: null, mixUntil };
}

function counted(memory: GhgMemory, { clock, date }: Context): GhgMemory {
  const sec = (memory.dosedSec[date] ?? 0) + clock.passedMs / SECOND_MS;
  return { ...memory, dosedSec: withToday(memory.dosedSec, clock.at, sec) };
}

/** Steady time since when every vent has been seen closed; null while one is open or unknown. */
function shutSince(
  { vents, hasNoVents, ventStopPct }: ReservationGhg,
  { shutSince: was }: GhgMemory,
  context: Context,
): number | null {
  if (hasNoVents && vents.length === 0) return 0;
  const isShut = vents.every((channel) => {
    const state = context.state(channel);
    return state !== null && state.levelPct <= ventStopPct;
  });
  return isShut ? (was ?? context.clock.steady) : null;
}

/** Today's light from dull (0) to bright (1); null when it is too dark for the trees to use carbon dioxide. */
function lightShare({ lightSensor, lightFrom, lightTo }: ReservationGhg, context: Context): number | null {
  const height = context.sunHeightDeg();
  if (height < SUN_DEG.dull) return null;
  const light = lightSensor === null ? null : groupReading(context.sensors([lightSensor]), 'mean', context.clock.at);
  if (light === null || !light.isKnown) {
    return Math.min(1, (height - SUN_DEG.dull) / (SUN_DEG.bright - SUN_DEG.dull));
  }
  if (light.value < lightFrom / 2) return null;
  return Math.min(1, Math.max(0, (light.value - lightFrom) / (lightTo - lightFrom)));
}

function requestsOf(fields: ReservationGhg, { doseUntil, airUntil }: GhgMemory, steady: number): LevelRequest[] {
  const level =
    (until: number, levelPct: number) =>
    (channel: number): LevelRequest => ({ channel, levelPct, until, litres: null });
  if (airUntil !== null && steady < airUntil) return fields.vents.map(level(airUntil, fields.airPct));
  if (doseUntil !== null && steady < doseUntil) return fields.supplies.map(level(doseUntil, 100));
  return [];
}
