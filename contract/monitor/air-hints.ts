import { kanpeiName } from '../growth-calendar/calendar-warnings-text.ts';
import type { GrowthStage } from '../growth-calendar/growth-calendar.ts';
import { seoulParts } from '../time/time.ts';

/** What can be advised; air-hints-text.ts has the words and whose they are. */
export const airHints = [
  ...(['heaterFrost', 'frost', 'shoots', 'winterNight'] as const),
  ...(['winterDay', 'bloomDay', 'dropDay', 'summerDay'] as const),
] as const;
export type AirHint = (typeof airHints)[number];

/** What trees were going through; undefined where nothing with a calendar grows. */
export type Grown = { cropName: string; stages: readonly GrowthStage[] } | undefined;

const winterMonths = [12, 1, 2];
const isIn = (grown: Grown, ...stages: GrowthStage[]) => grown?.stages.some((one) => stages.includes(one)) ?? false;

/** What guidance advises after a night's lowest; null where it says nothing. */
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

/** What guidance advises after a day's highest; null where it says nothing. */
export function dayHint({ value, at }: { value: number; at: number }, grown: Grown): AirHint | null {
  if (!grown) return null;
  if (value > 35 && isIn(grown, 'petalFall', 'firstDrop')) return 'dropDay';
  if (value > 28 && isIn(grown, 'bloom', 'fullBloom')) return 'bloomDay';
  if (value >= 33) return 'summerDay';
  const isWinter = winterMonths.includes(seoulParts(at).month);
  return isWinter && value > 15 && isIn(grown, 'colouring', 'acidLoss', 'harvest') ? 'winterDay' : null;
}
