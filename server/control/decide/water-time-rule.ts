import type { Figure } from '#contract/control/decision.ts';
import { spanAt } from '#contract/control/rule/day-time.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { plannedDose, secondsOfDose } from '#contract/control/rule/rule-fit.ts';
import { startsBetween, type WaterTime } from '#contract/control/rule/water-time.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { DAY_MS, MINUTE_MS, seoulDate, seoulParts } from '#contract/time/time.ts';
import { aboutRule, type Context, figure } from './context.ts';
import { namedId } from './named-id.ts';
import { type Line, longestPartSec } from './water-path.ts';
import { partOf } from './water-run.ts';
import type { Actuator, Explanation, Part, RuleMemory, Run } from './world.ts';

/** A start within this time is not late: the minute in which it was due, and one more. */
const ON_TIME_MS = 2 * MINUTE_MS;

/** Slots that the rule has taken, the runs that are due, and log entries. */
type WaterAsked = { slots: Record<string, number>; runs: Run[]; explanations: Explanation[] };

/**
 * Handles the slots of a rule that have come since the last decision. A slot is taken in the same decision that queues
 * its run, so that it never runs twice; a slot missed for too long is logged and skipped.
 */
export function askWaterTime(
  rule: Rule<WaterTime>,
  remembered: Pick<RuleMemory, 'madeAt'>,
  lines: readonly Line[],
  context: Context,
): WaterAsked {
  const { fields } = rule;
  const { clock, world, sunOf } = context;
  const asked: WaterAsked = { slots: {}, runs: [], explanations: [] };
  const from = Math.max(remembered.madeAt, clock.at - DAY_MS);
  const starts = startsBetween(fields, from, clock.at + 1, (day) => context.seasonOn(fields.cropId, day), sunOf);
  for (const { day, start, at } of starts) {
    const slot = `${rule.id}:${seoulDate(day)}:${start}`;
    if (Object.hasOwn(world.memory.slots, slot) || Object.hasOwn(asked.slots, slot)) continue;
    if (fields.windows.length > 0 && !spanAt(fields.windows, at, day, sunOf)) continue;
    const skipped = skipOf(rule, at, lines, context);
    // A clock that is wrong may call late what is still to come.
    if (skipped?.reason === 'LATE' && !world.isClockTrusted) continue;
    asked.slots[slot] = at;
    if (skipped) asked.explanations.push(skipped);
    else if (fields.mode === 'watch') asked.explanations.push(aboutRule(context, rule.id, 'skipped', 'WATCHED'));
    else {
      const run = runOf(rule, slot, at, lines, context);
      if (run.parts.length > 0) asked.runs.push(run);
      else asked.explanations.push(aboutRule(context, rule.id, 'skipped', 'NO_AMOUNT'));
    }
  }
  return asked;
}

function skipOf(
  { id, fields }: Rule<WaterTime>,
  at: number,
  lines: readonly Line[],
  context: Context,
): Explanation | null {
  const { clock } = context;
  const lateMs = clock.at - at;
  if (lateMs > Math.max(fields.catchUpMin * MINUTE_MS, ON_TIME_MS)) {
    return aboutRule(context, id, 'skipped', 'LATE', [figure('minutes', lateMs / MINUTE_MS, fields.catchUpMin)]);
  }
  if (fields.delayUntil !== null && parseInstant(fields.delayUntil) > at) {
    return aboutRule(context, id, 'skipped', 'DELAYED', [figure('until', parseInstant(fields.delayUntil))]);
  }
  if (fields.unit === 'calendar' && wateringOf(fields, context) === null) {
    return aboutRule(context, id, 'skipped', 'WATER_SAVING');
  }
  // Litres without a flow have no time; the settings may have lost it after the rule was written.
  const isFlowKnown = fields.steps.every(({ valve }) => valveIn(lines, valve)?.settings.nominalLpm !== null);
  if (fields.unit !== 'minutes' && !isFlowKnown) return aboutRule(context, id, 'skipped', 'FLOW_UNKNOWN');
  const { tooMuch } = rainOf(fields, context);
  return tooMuch ? aboutRule(context, id, 'skipped', 'RAIN', [tooMuch]) : null;
}

/**
 * Past or forecast rain, when what is known of it exceeds the limit of the rule, and the hours of which it is unknown:
 * as with interlocks these count as dry, since a tree without water suffers more than one that is watered in rain.
 */
function rainOf({ rainSkip }: WaterTime, { world: { weather } }: Context): { tooMuch?: Figure; unknown: Figure[] } {
  if (rainSkip === null) return { unknown: [] };
  const { pastHours, pastMm, nextHours, nextMm } = rainSkip;
  const [now = null, ...before] = weather?.pastRainMm ?? [];
  // Of the current hour nothing may have been sent yet.
  const past = hoursOf([now ?? (weather?.rainMmH == null ? null : 0), ...before], pastHours);
  const next = hoursOf(weather?.forecast?.map(({ rainMm }) => rainMm) ?? [], nextHours);
  const unknown = [
    ...(past.unknown > 0 ? [figure('hoursUnmeasured', past.unknown, pastHours)] : []),
    ...(next.unknown > 0 ? [figure('hoursUnforecast', next.unknown, nextHours)] : []),
  ];
  if (past.mm > pastMm) return { tooMuch: figure('rain', past.mm, pastMm), unknown };
  return next.mm > nextMm ? { tooMuch: figure('rain', next.mm, nextMm), unknown } : { unknown };
}

/** The rain that is known of so many hours, mm, and how many are unknown. */
function hoursOf(list: readonly (number | null)[], hours: number): { mm: number; unknown: number } {
  const known = list.slice(0, hours).filter((mm) => mm !== null);
  return { mm: known.reduce((sum, mm) => sum + mm, 0), unknown: hours - known.length };
}

/** The growth calendar's amount today, t/10a (the middle of a range); null for water-saving, and without a calendar. */
function wateringOf(fields: WaterTime, context: Context): number | null {
  const crop = context.crop(fields.cropId);
  const watering = crop && periodAt(crop, crop.budBreakOn, context.clock.at)?.watering;
  if (watering === undefined || watering === 'water-saving') return null;
  return typeof watering === 'number' ? watering : (watering.min + watering.max) / 2;
}

function valveIn(lines: readonly Line[], channel: number): Actuator | undefined {
  return lines.flatMap(({ valves }) => valves).find((one) => one.channel === channel);
}

function runOf(rule: Rule<WaterTime>, slot: string, dueAt: number, lines: readonly Line[], context: Context): Run {
  const { fields } = rule;
  const month = fields.monthBudgets?.[seoulParts(context.clock.at).month - 1] ?? 100;
  const cut: Figure[] = [];
  const cycle = fields.steps.flatMap(({ valve: channel, amount }): Part[] => {
    const valve = valveIn(lines, channel);
    if (!valve) return [];
    const perUnit = fields.unit === 'calendar' ? (wateringOf(fields, context) ?? 0) / 100 : 1;
    const unit = fields.unit === 'calendar' ? 'tonPer10a' : fields.unit;
    const dose = plannedDose({ ...fields, unit }, (amount * perUnit * month) / 100, valve.settings.areaM2);
    const part = partOf(valve, dose, context);
    const [wantedSec, mostSec] = [secondsOfDose(dose, valve.settings), longestPartSec(valve)];
    if (wantedSec > mostSec) cut.push(figure('minutes', wantedSec / 60, mostSec / 60));
    return part.sec > 0 ? [{ ...part, sec: Math.min(part.sec, mostSec) }] : [];
  });
  return {
    id: namedId(context.world.farm, slot),
    rule: rule.id,
    cause: 'rule',
    priority: fields.priority,
    dueAt,
    isTimed: true,
    waitsSince: context.clock.steady,
    maxWaitMs: fields.maxWaitMin * MINUTE_MS,
    soakMs: fields.soakMin * MINUTE_MS,
    minAirC: fields.minAirC,
    why: whyOf(cut, rainOf(fields, context).unknown),
    parts: Array.from({ length: fields.cycles }, () => cycle.map((part) => ({ ...part }))).flat(),
  };
}

/** Why a run begins; what it lacks is said before what is not known. */
function whyOf([cut]: readonly Figure[], unknownRain: readonly Figure[]): Run['why'] {
  if (cut) return { reason: 'DUE_CUT', figures: [cut] };
  return unknownRain.length > 0 ? { reason: 'RAIN_UNKNOWN', figures: unknownRain } : { reason: 'DUE', figures: [] };
}
