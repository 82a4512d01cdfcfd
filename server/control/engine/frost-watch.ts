import type { LiveValues } from '#contract/monitor/live.ts';
import type { Memory } from '../decide/world.ts';
import type { Stored } from './load-world.ts';

/**
 * Whether new readings are under the frost guard of a house with a commanded heater where frost is not known yet, so
 * that the farm must be decided on before its minute is over.
 */
export function bringFrost(
  values: LiveValues['values'],
  { equipment: { actuators, sensors }, heat }: Pick<Stored, 'equipment' | 'heat'>,
  { latched }: Pick<Memory, 'latched'>,
): boolean {
  const cold = values.filter(([, , value, isImplausible]) => !isImplausible && value < heat.frostGuardC);
  if (cold.length === 0) return false;
  const isGuarded = (house: string) =>
    latched[`frost:${house}`] === undefined &&
    actuators.some(({ type, areaName, settings }) => {
      return type === 'HEATER' && areaName === house && settings.isCommanded;
    });
  return sensors.some(
    ({ channel, type, areaName }) =>
      type === 'TEMPERATURE' && cold.some(([index]) => index === channel) && isGuarded(areaName),
  );
}
