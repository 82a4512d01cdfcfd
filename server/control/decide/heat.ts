import type { Figure, Reason } from '#contract/control/decision.ts';
import { heatTargetAt } from '#contract/heat/heat-target.ts';
import { MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import type { Latches } from './conditions.ts';
import { type Context, figure } from './context.ts';
import { type GroupReading, groupReading, type Known, readingAt } from './readings.ts';

/** Whether the heaters of a house should be on, and why. */
export type HeatDemand = {
  areaName: string;
  isOn: boolean;
  /** Below the frost guard; only stops and trips have a higher priority. */
  isFrost: boolean;
  outcome: 'kept' | 'suspended';
  reason: Reason;
  figures: readonly Figure[];
};

/** A guard is released this far above its limit, ℃. */
const GUARD_RELEASE_C = 1;
/** Without a thermometer a heater runs only when it is at most this much warmer outside than the guard, ℃. */
const BLIND_ABOVE_GUARD_C = 2;
/** Months in which nights of Jeju may have frost, the first and the last. */
const FROST_SEASON = { from: 11, to: 4 };

/** Names of the houses with a commanded heater. */
export function heatedAreas({ actuators }: Context): string[] {
  const areas = actuators.filter(({ type, settings }) => type === 'HEATER' && settings.isCommanded);
  return [...new Set(areas.map(({ areaName }) => areaName))].sort();
}

/** Uses the lowest fresh thermometer of the house: on below the target, off above target plus hysteresis. */
export function heatDemand(areaName: string, context: Context, latches: Latches): HeatDemand {
  const { heat, heatCalendar } = context.world;
  const air = coldestAir(areaName, context);
  const [heating, frost] = [`heat:${areaName}`, `frost:${areaName}`];
  if (!air.isKnown) {
    latches.delete(heating);
    latches.delete(frost);
    return {
      areaName,
      isOn: isBlindOn(areaName, context),
      isFrost: false,
      outcome: 'suspended',
      reason: air.reason,
      figures: [],
    };
  }
  const { targetC } = heatTargetAt(heat, heatCalendar, context.clock.at);
  const offC = targetC + heat.hysteresisC;
  const isFrost =
    air.value < heat.frostGuardC || (latches.has(frost) && air.value < heat.frostGuardC + GUARD_RELEASE_C);
  const isOn = air.value < targetC || (latches.has(heating) && air.value < offC);
  keep(latches, frost, isFrost, context);
  keep(latches, heating, isOn, context);
  if (isFrost) {
    const figures = [figure('temperature', air.value, heat.frostGuardC, air.at)];
    return { areaName, isOn: true, isFrost, outcome: 'kept', reason: 'FROST', figures };
  }
  return { areaName, isOn, isFrost, outcome: 'kept', ...whyHeat(isOn, air, targetC, offC) };
}

/** Between the two temperatures a heater goes on as it was. */
function whyHeat(isOn: boolean, { value, at }: Known, targetC: number, offC: number) {
  const shown = (limitC: number) => figure('temperature', value, limitC, at);
  const [isBelow, isReached] = [value < targetC, value >= offC];
  if (isOn) return { reason: isBelow ? 'HEAT_BELOW' : 'HEATING', figures: [shown(isBelow ? targetC : offC)] } as const;
  if (!isReached) return { reason: 'HEAT_ENOUGH', figures: [shown(targetC)] } as const;
  return { reason: 'HEAT_REACHED', figures: [shown(offC), figure('target', targetC)] } as const;
}

/**
 * The lowest fresh thermometer. One is enough, while other groups need half of theirs: a house whose others are broken
 * must not freeze beside the one that says so.
 */
function coldestAir(areaName: string, { sensorsIn, clock }: Context): GroupReading {
  const thermometers = sensorsIn(areaName, 'TEMPERATURE');
  const air = groupReading(thermometers, 'min', clock.at);
  if (air.isKnown) return air;
  const fresh = thermometers.filter((one) => !one.isDoubted && readingAt(one, clock.at));
  return fresh.length > 0 ? groupReading(fresh, 'min', clock.at) : air;
}

function keep(latches: Latches, name: string, isSo: boolean, { clock }: Context): void {
  if (isSo) latches.set(name, latches.get(name) ?? clock.steady);
  else latches.delete(name);
}

/** Without a thermometer in the cold: the duty cycle that the owner has set; otherwise off. */
function isBlindOn(areaName: string, context: Context): boolean {
  const { actuators, clock } = context;
  const duty = actuators.find(
    ({ type, areaName: own, settings }) => type === 'HEATER' && own === areaName && settings.blindDuty !== null,
  )?.settings.blindDuty;
  if (!duty || !mayFreeze(context)) return false;
  return clock.steady % ((duty.onMin + duty.offMin) * MINUTE_MS) < duty.onMin * MINUTE_MS;
}

/**
 * Whether it is cold outside, or may be: where neither a station nor the forecast tells, as when the line to the
 * internet is down, each night of the frost season counts as cold (docs/decisions/295).
 */
function mayFreeze({ world, clock, sunHeightDeg }: Context): boolean {
  const { weather, heat } = world;
  const outsideC = weather?.tempC ?? weather?.forecast?.[0]?.tempC ?? null;
  if (outsideC !== null) return outsideC <= heat.frostGuardC + BLIND_ABOVE_GUARD_C;
  const { month } = seoulParts(clock.at);
  return sunHeightDeg() < 0 && (month >= FROST_SEASON.from || month <= FROST_SEASON.to);
}
