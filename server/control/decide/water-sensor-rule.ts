import type { Reason } from '#contract/control/decision.ts';
import { spanAt } from '#contract/control/rule/day-time.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { appliesOn } from '#contract/control/rule/rule-fields.ts';
import type { WaterSensor } from '#contract/control/rule/water-sensor.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { usedOn } from './clock.ts';
import { aboutRule, type Context, figure, untilFigure } from './context.ts';
import { namedId } from './named-id.ts';
import { groupReading, heldMs, type Known } from './readings.ts';
import { type Line, longestPartSec } from './water-path.ts';
import { type EndedRun, hasOnlyWaited } from './water-queue.ts';
import { partOf } from './water-run.ts';
import type { Explanation, Part, RuleMemory, Run } from './world.ts';

/** Probes that differ by more than this (percentage points) do not measure the same soil. */
const MOST_SPREAD_PCT = 15;
/**
 * After a drought: number of steps and days between them, against cracking of fruit (agronomy notes, S9: 1, 3, 5 t, 3
 * days apart).
 */
const STEPS_AFTER_DROUGHT = 3;
const STEPS_APART_MS = 3 * DAY_MS;
/** If moisture has not risen after this many doses, the sensor or the valve is faulty. */
const PULSES_TO_RISE = 2;
const WAITS_MS = 120 * MINUTE_MS;

type MoistureEvent = NonNullable<RuleMemory['event']>;

/** Result of one step of a moisture rule. */
type MoistureStep = { memory: RuleMemory; run: Run | null; explanation: Explanation };

/**
 * Waters in doses and lets each soak before measuring again: soil reacts after tens of minutes, so watering until it is
 * wet would give too much. An event ends at its target, after its last dose, or at the daily maximum, whatever the
 * sensor shows.
 */
export function stepMoisture(
  rule: Rule<WaterSensor>,
  memory: RuleMemory,
  ended: readonly EndedRun[],
  lines: readonly Line[],
  context: Context,
): MoistureStep {
  const say = (
    given: RuleMemory,
    [outcome, reason]: readonly [Explanation['outcome'], Reason],
    figures: Explanation['figures'] = [],
    by: string | null = null,
  ): MoistureStep => {
    return { memory: given, run: null, explanation: aboutRule(context, rule.id, outcome, reason, figures, by) };
  };
  if (memory.suspended) return say(memory, ['suspended', memory.suspended.reason], memory.suspended.figures);
  const { fields } = rule;
  const reading = groupReading(context.sensors(fields.sensors), fields.by, context.clock.at);
  if (!reading.isKnown) {
    return say(endEvent(memory, context), ['suspended', reading.reason], [], String(reading.channel));
  }
  const spread = figure('spread', reading.spread, MOST_SPREAD_PCT, reading.at);
  if (fields.by === 'mean' && reading.spread > MOST_SPREAD_PCT) {
    return say(endEvent(memory, context), ['suspended', 'PROBES_DIFFER'], [spread]);
  }
  const known = { ...memory, dryAt: reading.value < fields.fromPct ? (memory.dryAt ?? context.clock.at) : null };
  return known.event
    ? goOn(rule, { ...known, event: known.event }, reading, ended, lines, context, say)
    : begin(rule, known, reading, lines, context, say);
}

type Say = (
  memory: RuleMemory,
  what: readonly [Explanation['outcome'], Reason],
  figures?: Explanation['figures'],
  by?: string | null,
) => MoistureStep;

function endEvent(memory: RuleMemory, { clock }: Context): RuleMemory {
  return memory.event === null ? memory : { ...memory, event: null, endedAt: clock.steady };
}

/** Ends an event whose run was dropped while it waited: where it gave nothing at all, it costs no rest and no step. */
function giveUpEvent(memory: RuleMemory & { event: MoistureEvent }, context: Context): RuleMemory {
  if (memory.event.pulses > 1) return endEvent(memory, context);
  const { steps } = memory;
  return { ...memory, event: null, steps: steps && steps.given > 0 ? { ...steps, given: steps.given - 1 } : null };
}

function moisture({ value, at }: Known, limit: number) {
  return figure('soilMoisture', value, limit, at);
}

/** Decides whether the next event begins. */
function begin(
  rule: Rule<WaterSensor>,
  memory: RuleMemory,
  reading: Known,
  lines: readonly Line[],
  context: Context,
  say: Say,
): MoistureStep {
  const { fields } = rule;
  const { clock, sunOf, today } = context;
  const shown = [moisture(reading, fields.fromPct)];
  if (reading.value >= fields.fromPct) return say(memory, ['kept', 'MOIST'], shown);
  const span = spanAt(fields.windows, clock.at, today, sunOf);
  if (!span || !appliesOn(fields, span.day, context.seasonOn(fields.cropId, span.day))) {
    return say(memory, ['kept', 'OUTSIDE_TIME'], shown);
  }
  const restedAt = restedSteady(fields, memory);
  if (clock.steady < restedAt) return say(memory, ['kept', 'RESTING'], [untilFigure(context, restedAt)]);
  const forMs = fields.forMin * MINUTE_MS;
  const held = heldMs(context.sensors(fields.sensors), fields.by, (value) => value < fields.fromPct, clock.at, forMs);
  if (held === null) return say(memory, ['suspended', 'SENSOR_SILENT']);
  if (held < forMs) {
    return say(memory, ['kept', 'DRY_TOO_SHORT'], [...shown, figure('minutes', held / MINUTE_MS, fields.forMin)]);
  }
  const day = dayFigure(fields, memory, context);
  if (day.isUsedUp) return say(memory, ['blocked', 'RULE_DAILY_MAX'], [day.figure]);
  if (!clock.mayStart) return say(memory, ['waiting', 'CLOCK']);
  if (fields.mode === 'watch') return say(memory, ['skipped', 'WATCHED'], shown);
  const steps = droughtSteps(fields, memory, clock.at);
  const share = steps === null ? 1 : (steps + 1) / STEPS_AFTER_DROUGHT;
  // A minute that a clock makes twice has two events.
  const key = `${rule.id}:${clock.at}:${clock.steady}`;
  const event = { pulses: 0, firstPct: reading.value, share, run: null, lookAt: 0, key };
  const begun: RuleMemory = { ...memory, event, steps: steps === null ? null : { given: steps, at: clock.steady } };
  return pulse(rule, { ...begun, event }, reading, lines, context);
}

/** Steady time at which the rest after the last event ends. */
function restedSteady(fields: WaterSensor, { endedAt, steps }: RuleMemory): number {
  if (endedAt === null) return 0;
  const isInSteps = steps !== null && steps.given + 1 < STEPS_AFTER_DROUGHT;
  return endedAt + Math.max(fields.restMin * MINUTE_MS, isInSteps ? STEPS_APART_MS : 0);
}

/** Index of the next step after a drought, from 0; null for a full event. */
function droughtSteps(fields: WaterSensor, { dryAt, steps }: RuleMemory, at: number): number | null {
  if (steps !== null && steps.given + 1 < STEPS_AFTER_DROUGHT) return steps.given + 1;
  if (fields.stepAfterDryDays === null || dryAt === null) return null;
  return at - dryAt >= fields.stepAfterDryDays * DAY_MS ? 0 : null;
}

function dayFigure({ dailyMax }: WaterSensor, { watered }: RuleMemory, { date }: Context) {
  const [name, used, most] =
    'litres' in dailyMax
      ? (['litres', usedOn(watered, date, ({ litres }) => litres), dailyMax.litres] as const)
      : (['minutes', usedOn(watered, date, ({ sec }) => sec) / 60, dailyMax.minutes] as const);
  return { figure: figure(name, used, most), isUsedUp: used >= most };
}

/** Continues an event: its dose runs, soaks, or is evaluated. */
function goOn(
  rule: Rule<WaterSensor>,
  memory: RuleMemory & { event: MoistureEvent },
  reading: Known,
  ended: readonly EndedRun[],
  lines: readonly Line[],
  context: Context,
  say: Say,
): MoistureStep {
  const { fields } = rule;
  const { event } = memory;
  const { clock } = context;
  const shown = [moisture(reading, fields.toPct)];
  const day = dayFigure(fields, memory, context);
  const usedUp = (given: RuleMemory) => say(given, ['stopped', 'RULE_DAILY_MAX'], [day.figure]);
  if (event.run !== null) {
    const over = ended.find(({ run }) => run.id === event.run);
    if (!over) {
      const run = context.world.memory.queue.find(({ id }) => id === event.run);
      const { reason, figures } = run?.why ?? dry(rule, reading);
      // A clock that was put right over midnight makes it a day of which the maximum is used up.
      return run && hasOnlyWaited(run) && day.isUsedUp
        ? usedUp(giveUpEvent(memory, context))
        : say(memory, ['started', reason], figures);
    }
    if (over.block) {
      const { reason, figures, by } = over.block;
      const left = hasOnlyWaited(over.run) ? giveUpEvent(memory, context) : endEvent(memory, context);
      return say(left, ['stopped', reason], figures, by);
    }
    const lookAt = clock.steady + fields.soakMin * MINUTE_MS;
    const soaking = { ...memory, event: { ...event, run: null, lookAt } };
    return say(soaking, ['waiting', 'SOAKING'], [untilFigure(context, lookAt)]);
  }
  if (clock.steady < event.lookAt) return say(memory, ['waiting', 'SOAKING'], [untilFigure(context, event.lookAt)]);
  if (reading.value >= fields.toPct) return say(endEvent(memory, context), ['stopped', 'REACHED'], shown);
  const rise = figure('rise', reading.value - event.firstPct, fields.minRisePct, reading.at);
  if (event.pulses >= Math.min(PULSES_TO_RISE, fields.maxPulses) && rise.value < fields.minRisePct) {
    const suspended = { reason: 'NO_RISE', figures: [rise] } as const;
    return say({ ...endEvent(memory, context), suspended }, ['suspended', 'NO_RISE'], [rise]);
  }
  if (event.pulses >= fields.maxPulses) {
    return say(endEvent(memory, context), ['stopped', 'PULSES_USED'], [...shown, figure('pulses', event.pulses)]);
  }
  return day.isUsedUp ? usedUp(endEvent(memory, context)) : pulse(rule, memory, reading, lines, context);
}

/** Why it waters: below its start, or, of a further dose, still below its end. */
function dry({ fields }: Rule<WaterSensor>, reading: Known): NonNullable<Run['why']> {
  const isBelow = reading.value < fields.fromPct;
  const limit = isBelow ? fields.fromPct : fields.toPct;
  return { reason: isBelow ? 'DRY' : 'DRY_STILL', figures: [moisture(reading, limit)] };
}

/** The next dose, limited by the rest of the daily maximum. */
function pulse(
  rule: Rule<WaterSensor>,
  memory: RuleMemory & { event: MoistureEvent },
  reading: Known,
  lines: readonly Line[],
  context: Context,
): MoistureStep {
  const { fields, id } = rule;
  const { event } = memory;
  const why = dry(rule, reading);
  const parts = fields.steps.flatMap((step): Part[] => {
    const valve = lines.flatMap(({ valves }) => valves).find(({ channel }) => channel === step.valve);
    if (!valve) return [];
    const sec = 'doseMin' in step ? step.doseMin * 60 * event.share : null;
    const litres = 'doseLitres' in step ? step.doseLitres * event.share : null;
    const part = partOf(valve, { sec, litres }, context);
    return [{ ...part, sec: Math.min(part.sec, longestPartSec(valve)) }];
  });
  const run: Run = {
    id: namedId(context.world.farm, event.key, event.pulses),
    rule: id,
    cause: 'rule',
    priority: fields.priority,
    dueAt: context.clock.at,
    waitsSince: context.clock.steady,
    maxWaitMs: WAITS_MS,
    soakMs: 0,
    minAirC: fields.minAirC,
    why,
    parts,
  };
  const next = { ...memory, event: { ...event, pulses: event.pulses + 1, run: run.id } };
  const explanation = aboutRule(context, id, 'started', why.reason, why.figures);
  return { memory: next, run, explanation };
}
