import { kanpeiName } from '../growth-calendar/calendar-warnings-text.ts';
import type { GrowthStage } from '../growth-calendar/growth-calendar.ts';
import { seoulParts } from '../time/time.ts';

/** Codes of the advice; air-hints-text.ts has the words and sources. */
export const airHints = [
  ...(['heaterFrost', 'frost', 'shoots', 'winterNight'] as const),
  ...(['winterDay', 'bloomDay', 'dropDay', 'summerDay'] as const),
] as const;
export type AirHint = (typeof airHints)[number];

/** The crop of a house and its growth stages; undefined without a crop that has a calendar. */
export type Grown = { cropName: string; stages: readonly GrowthStage[] } | undefined;

const winterMonths = [12, 1, 2];
const isIn = (grown: Grown, ...stages: GrowthStage[]) => grown?.stages.some((one) => stages.includes(one)) ?? false;

/** The advice for the lowest temperature of a night; null without one. */
export function nightHint(
  { value, at }: { value: number; at: number },
  { grown, hasHeater }: { grown: Grown; hasHeater: boolean },
): AirHint | null {
  if (!grown) return null;
  if (value <= 0 && isIn(grown, 'budBreak', 'shootGrowth')) return 'shoots';
  if (value <= 0) return hasHeater ? 'heaterFrost' : 'frost';
  const leastC = grown.cropName.trim() === kanpeiName ? 3 : 2;
  return winterMonths.includes(seoulParts(at).month) && value < leastC ? 'winterNight' : null;
}

/** The advice for the highest temperature of a day; null without one. */
export function dayHint({ value, at }: { value: number; at: number }, grown: Grown): AirHint | null {
  if (!grown) return null;
  if (value > 35 && isIn(grown, 'petalFall', 'firstDrop')) return 'dropDay';
  if (value > 28 && isIn(grown, 'bloom', 'fullBloom')) return 'bloomDay';
  if (value >= 33) return 'summerDay';
  const isWinter = winterMonths.includes(seoulParts(at).month);
  return isWinter && value > 15 && isIn(grown, 'colouring', 'acidLoss', 'harvest') ? 'winterDay' : null;
}
