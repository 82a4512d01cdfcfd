import { nightOnAt, nightSpan, type Outlook } from '#contract/weather/outlook.ts';
import { lowestTonight } from '#contract/weather/outlook-advice.ts';

/** A night (epoch ms) in a house: the forecast minimum, and the limit of its crop, ℃. */
export type NightMark = { areaName: string; from: number; to: number; lowestC: number; limitC: number };

/** The current or next night at `now`, for the house closest to its limit; undefined if unknown. */
export function nightMarkOf(outlook: Outlook | undefined, now: number): NightMark | undefined {
  if (!outlook || outlook.nightOn !== nightOnAt(now)) return undefined;
  const { from, to } = nightSpan(outlook.nightOn);
  return outlook.houses
    .flatMap((house) => {
      const lowestC = lowestTonight(house);
      if (lowestC === null || !house.night) return [];
      return { areaName: house.areaName, from, to, lowestC, limitC: house.night.limitC };
    })
    .sort((a, b) => a.lowestC - a.limitC - (b.lowestC - b.limitC))[0];
}
