import { HOT_FROM_C } from '../monitor/climate.ts';
import { HOT_C, type HouseOutlook } from './outlook.ts';

/** A heater setting this close to the limit counts as holding it, ℃: the accuracy of common thermometers. */
const HOLDS_WITHIN_C = 0.5;
/** A heater starts at its target, and the air falls further before it warms, ℃. Our choice. */
const ABOVE_LIMIT_C = 0.5;
/** Step of a suggested setting, ℃. */
const SETTING_STEP_C = 0.5;

type HouseNight = Pick<HouseOutlook, 'night' | 'heatC' | 'measuredC'>;

/** Expected lowest temperature of a house tonight, ℃, or the measured one if it is lower; null when unknown. */
export function lowestTonight({ night, measuredC }: Pick<HouseNight, 'night' | 'measuredC'>): number | null {
  const expectedC = night?.expectedC ?? null;
  return expectedC === null || measuredC === null ? expectedC : Math.min(expectedC, measuredC);
}

/** Whether the temperature may fall below the limit tonight. */
export function isUnderLimit(house: HouseNight): boolean {
  const { night, heatC } = house;
  const lowest = lowestTonight(house);
  if (!night || lowest === null) return false;
  const isHeld = heatC !== null && heatC >= night.limitC;
  return lowest < night.limitC - (isHeld ? HOLDS_WITHIN_C : 0);
}

/**
 * What to do before a night below the limit. raise: set the heater to at least `toC`. check: the setting is high
 * enough, but the heater will not hold it. shelter: no heater is known; with one, heat to `toC`.
 */
export type FrostAdvice = { kind: 'raise' | 'check' | 'shelter'; toC: number };

/** null when the limit holds or the night is unknown. */
export function frostAdvice(house: HouseNight): FrostAdvice | null {
  const { night, heatC } = house;
  if (!night || !isUnderLimit(house)) return null;
  const toC = Math.ceil((night.limitC + ABOVE_LIMIT_C) / SETTING_STEP_C) * SETTING_STEP_C;
  if (heatC === null) return { kind: 'shelter', toC };
  return { kind: heatC < toC ? 'raise' : 'check', toC };
}

/**
 * What to do before a day far above the limit, when usual ventilation is not enough. air: it is cooler outside, so
 * opening vents early helps. shade: it is as hot outside, so shade and fog are needed. null when nothing has to be
 * done.
 */
export function heatAdvice(day: HouseOutlook['day'], outsideC: number | null): 'air' | 'shade' | null {
  if (!day || day.expectedC === null || day.expectedC < Math.min(day.limitC + HOT_FROM_C, HOT_C)) return null;
  return outsideC !== null && outsideC >= day.limitC ? 'shade' : 'air';
}
