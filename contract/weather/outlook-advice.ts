import { HOT_FROM_C } from '../monitor/climate.ts';
import { HOT_C, type HouseOutlook } from './outlook.ts';

/** As near to the limit, ℃, a heater that is set to hold it holds it: the accuracy of thermometers growers hang up. */
const HOLDS_WITHIN_C = 0.5;
/** A heater starts when the air has come down to its target, and the air falls on before it warms, ℃: ours. */
const ABOVE_LIMIT_C = 0.5;
/** A setting is given in steps of this, ℃. */
const SETTING_STEP_C = 0.5;

type HouseNight = Pick<HouseOutlook, 'night' | 'heatC' | 'measuredC'>;

/** How cold a house is to become tonight, ℃: as expected, or as it is already; null where nobody can say. */
export function lowestTonight({ night, measuredC }: Pick<HouseNight, 'night' | 'measuredC'>): number | null {
  const expectedC = night?.expectedC ?? null;
  return expectedC === null || measuredC === null ? expectedC : Math.min(expectedC, measuredC);
}

/** Whether the night may fall below the limit. */
export function isUnderLimit(house: HouseNight): boolean {
  const { night, heatC } = house;
  const lowest = lowestTonight(house);
  if (!night || lowest === null) return false;
  const isHeld = heatC !== null && heatC >= night.limitC;
  return lowest < night.limitC - (isHeld ? HOLDS_WITHIN_C : 0);
}

/**
 * What a night under the limit asks for. raise: heat to `toC` at least. check: the heater is set so and will not hold
 * it. shelter: no heater is known; with one, heat to `toC`.
 */
export type FrostAdvice = { kind: 'raise' | 'check' | 'shelter'; toC: number };

/** Null where the limit holds or nobody can say. */
export function frostAdvice(house: HouseNight): FrostAdvice | null {
  const { night, heatC } = house;
  if (!night || !isUnderLimit(house)) return null;
  const toC = Math.ceil((night.limitC + ABOVE_LIMIT_C) / SETTING_STEP_C) * SETTING_STEP_C;
  if (heatC === null) return { kind: 'shelter', toC };
  return { kind: heatC < toC ? 'raise' : 'check', toC };
}

/**
 * What a day far above the limit asks for, when airing as usual will not do. air: outside it is cooler, so vents opened
 * early bring it down. shade: outside it is as hot, so it takes shade and fog. Null where nobody has to do anything.
 */
export function heatAdvice(day: HouseOutlook['day'], outsideC: number | null): 'air' | 'shade' | null {
  if (!day || day.expectedC === null || day.expectedC < Math.min(day.limitC + HOT_FROM_C, HOT_C)) return null;
  return outsideC !== null && outsideC >= day.limitC ? 'shade' : 'air';
}
