import { spanAt } from '#contract/control/rule/day-time.ts';
import { measures, type ReservationTarget } from '#contract/control/rule/reservation-target.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { appliesOn } from '#contract/control/rule/rule-fields.ts';
import { highestC, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { heatTargetAt } from '#contract/heat/heat-target.ts';
import { vapourPressureDeficit } from '#contract/monitor/agronomic-formulas.ts';
import type { Latches } from './conditions.ts';
import { aboutRule, type Context, figure } from './context.ts';
import type { LevelRequest, LevelRequests } from './level-request.ts';
import { type GroupReading, groupReading } from './readings.ts';
import type { Actuator } from './world.ts';

/** Ventilation begins this far above the end of heating, ℃, so that they never work against each other. */
const DEAD_ZONE_C = 1;
/**
 * In cold outside air the same opening cools more, so the band widens by this share per ℃ of difference (practical
 * knowledge).
 */
const WIDER_PER_C = 0.05;
const WIDER_BELOW_C = 20;
/**
 * Openings on the windward side open at a value this much higher (glasshouse growers open the lee side first, by 1 ℃).
 */
const WINDWARD_LATER_C = 1;
const WINDWARD_WITHIN_DEG = 90;

/** How the log calls what is held. */
const FIGURES = {
  TEMPERATURE: 'temperature',
  HUMIDITY: 'humidity',
  VPD: 'vpd',
  SOIL_TEMPERATURE: 'soilTemperature',
} as const;

/** The target in force; `chosen` is the grower's where heating lifts it, else null. */
type Aim = { target: number; chosen: number | null };

/** The levels that a target rule asks of its actuators while one of its targets is in force. */
export function askTarget(rule: Rule<ReservationTarget>, context: Context, latches: Latches): LevelRequests {
  const { fields, id } = rule;
  const latch = `target:${id}`;
  const quiet = (
    outcome: 'kept' | 'suspended',
    reason: LevelRequests['explanation']['reason'],
    by: string | null = null,
  ) => {
    latches.delete(latch);
    return { requests: [], explanation: aboutRule(context, id, outcome, reason, [], by) };
  };
  const aim = aimAt(fields, context);
  if (!aim) return quiet('kept', 'OUTSIDE_TIME');
  const reading = readingOf(fields, context);
  if (!reading.isKnown) return quiet('suspended', reading.reason, String(reading.channel));
  const beyondBy = fields.direction === 'lower' ? reading.value - aim.target : aim.target - reading.value;
  const isBeyond = beyondBy > 0 || (latches.has(latch) && beyondBy > -fields.hysteresis);
  if (isBeyond) latches.set(latch, latches.get(latch) ?? context.clock.steady);
  else latches.delete(latch);
  const requests: LevelRequest[] = [];
  for (const channel of fields.actuators) {
    const actuator = context.actuator(channel);
    if (!actuator) continue;
    const level =
      fields.control === 'onoff'
        ? isBeyond
          ? fields.maxPct
          : fields.minPct
        : bandLevel(fields, actuator, beyondBy, context);
    requests.push({ channel, levelPct: level, until: null, litres: null });
  }
  const figures = [
    figure(FIGURES[fields.measure], reading.value, aim.target, reading.at),
    ...(aim.chosen === null ? [] : [figure('target', aim.chosen)]),
  ];
  return { requests, explanation: aboutRule(context, id, 'kept', isBeyond ? 'BEYOND_TARGET' : 'AT_TARGET', figures) };
}

/** The target in force; null outside all windows, and where the calendar has none. */
function aimAt(fields: ReservationTarget, context: Context): Aim | null {
  const { clock, today, sunOf } = context;
  const holds = (span: { day: number } | null) =>
    span !== null && appliesOn(fields, span.day, context.seasonOn(fields.cropId, span.day));
  if (fields.windows.length > 0 && !spanAt(fields.windows, clock.at, today, sunOf)) return null;
  const found = fields.targets.find((one) => holds(spanAt([one], clock.at, today, sunOf)));
  if (!found) return null;
  const target = found.value === 'calendar-high' ? calendarHigh(fields, context) : found.value;
  if (target === null) return null;
  const least = airingLeast(fields, context);
  return least !== null && least > target ? { target: least, chosen: target } : { target, chosen: null };
}

function calendarHigh({ cropId }: ReservationTarget, context: Context): number | null {
  const crop = context.crop(cropId);
  const period = crop && periodAt(crop, crop.budBreakOn, context.clock.at);
  return period ? highestC(period.high) : null;
}

/** The lowest temperature at which vents may open in a heated house: where its heater stops. */
function airingLeast(fields: ReservationTarget, context: Context): number | null {
  if (fields.measure !== 'TEMPERATURE' || fields.direction !== 'lower') return null;
  const airs = (house: string) =>
    fields.actuators.some((channel) => {
      const actuator = context.actuator(channel);
      return actuator?.type === 'VENT' && actuator.areaName === house;
    });
  const isHeated = context.actuators.some(
    ({ type, areaName, settings }) => type === 'HEATER' && settings.isCommanded && airs(areaName),
  );
  if (!isHeated) return null;
  const { heat, heatCalendar } = context.world;
  return heatTargetAt(heat, heatCalendar, context.clock.at).targetC + heat.hysteresisC + DEAD_ZONE_C;
}

function readingOf({ measure, sensors, by }: ReservationTarget, context: Context): GroupReading {
  const group = context.sensors(sensors);
  if (measure !== 'VPD') return groupReading(group, by, context.clock.at);
  const air = groupReading(
    group.filter(({ type }) => type === 'TEMPERATURE'),
    by,
    context.clock.at,
  );
  const moist = groupReading(
    group.filter(({ type }) => type === 'HUMIDITY'),
    by,
    context.clock.at,
  );
  if (!air.isKnown) return air;
  if (!moist.isKnown) return moist;
  return { ...air, value: vapourPressureDeficit(air.value, moist.value), at: Math.min(air.at, moist.at) };
}

/**
 * Opens in proportion to the deviation, in steps; it closes at once, and opens at once when the deviation exceeds the
 * band.
 */
function bandLevel(fields: ReservationTarget, actuator: Actuator, beyondBy: number, context: Context): number {
  const outsideC = context.world.weather?.tempC ?? WIDER_BELOW_C;
  const isAir = fields.measure === 'TEMPERATURE' && fields.direction === 'lower';
  const wider = isAir ? 1 + WIDER_PER_C * Math.max(0, WIDER_BELOW_C - outsideC) : 1;
  const band = Math.min(fields.bandWidth * wider, 2 * measures[fields.measure].bandWidth[1]);
  const beyond = beyondBy - (isAir && isWindward(actuator, context) ? WINDWARD_LATER_C : 0);
  const share = Math.min(1, Math.max(0, beyond / band));
  const exact = fields.minPct + share * (fields.maxPct - fields.minPct);
  const { stepPct } = actuator.settings;
  const level = Math.min(fields.maxPct, Math.max(fields.minPct, Math.round(exact / stepPct) * stepPct));
  const now = context.state(actuator.channel)?.levelPct ?? 0;
  return beyond > band ? level : Math.min(level, Math.max(now, fields.minPct) + fields.openStepPct);
}

function isWindward({ settings }: Actuator, { world }: Context): boolean {
  const from = world.weather?.windFromDeg ?? null;
  if (settings.facingDeg === null || from === null) return false;
  const apart = Math.abs(((settings.facingDeg - from + 540) % 360) - 180);
  return apart < WINDWARD_WITHIN_DEG;
}
