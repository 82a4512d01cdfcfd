import { calendarWarningWords, kanpeiName } from './calendar-warnings-text.ts';
import { type CalendarPeriod, type GrowthStage, highestC, lowestC } from './growth-calendar.ts';

/** A published recommendation that the figures of a period violate: the field, the message, the key of its source. */
export type CalendarWarning = {
  name: keyof typeof calendarWarningWords;
  field: 'high' | 'row';
  message: string;
  source: string;
};

/** A warning about a crop in one of its stages, as its calendar names it. */
export type StageWarning = CalendarWarning & { itemsName: string; season: string };

type Judged = Pick<CalendarPeriod, 'month' | 'stages' | 'row' | 'high'>;

const beforeBloom: readonly GrowthStage[] = ['budBreak', 'shootGrowth', 'bloom'];
const flowering: readonly GrowthStage[] = ['bloom', 'fullBloom'];
const dropping: readonly GrowthStage[] = ['petalFall', 'firstDrop'];
const winterMonths = [12, 1, 2];

type JudgedFor = {
  itemsName: string;
  isHeated: boolean;
  /** The night before, ℃, and the days in which it became `row`: a third of a month by default. */
  rowBefore: CalendarPeriod['row'];
  coolingDays?: number;
};

/** Days of a third of a month. */
const THIRD_DAYS = 10;
/**
 * Days in which nights may become 1 ℃ colder for fruit colour: down to 20 ℃, then to 17 ℃, at which the house is open,
 * so that natural temperature before then is too early.
 */
const COOLING = { daysAboveTurn: 2, turnC: 20, daysBelowTurn: 3, openC: 17 } as const;
/** The longest time that guidance gives a night to become 1 ℃ colder. */
export const REDUCTION_DAYS = COOLING.daysBelowTurn;

/**
 * Published recommendations that the temperatures of a period violate, shown while typing. They are warnings only: most
 * were published for satsumas in heated houses, and growers know their own.
 */
export function calendarWarnings(
  { month, stages, row, high }: Judged,
  { itemsName, isHeated, rowBefore, coolingDays = THIRD_DAYS }: JudgedFor,
): CalendarWarning[] {
  const low = lowestC(row);
  const top = highestC(high);
  const isIn = (among: readonly GrowthStage[]) => stages.some((stage) => among.includes(stage));
  const isAbove = (limit: number) => top !== null && top > limit;
  const isFrom = (limit: number) => top !== null && top >= limit;
  const isBelow = (limit: number) => low !== null && low < limit;
  const isWinter = winterMonths.includes(month);
  const isKanpei = itemsName.trim() === kanpeiName;
  const broken: [name: CalendarWarning['name'], field: CalendarWarning['field'], isBroken: boolean][] = [
    ['gap', 'high', isIn(beforeBloom) && low !== null && isAbove(low + 10)],
    ['hotBeforeBloom', 'high', isIn(['budBreak', 'shootGrowth']) && isFrom(30)],
    ['hotBloom', 'high', isIn(flowering) && isAbove(28)],
    ['coldBloom', 'row', isHeated && isIn(flowering) && isBelow(15)],
    ['coldHeated', 'row', isHeated && isIn([...beforeBloom, 'fullBloom', ...dropping]) && isBelow(16)],
    ['hotDrop', 'high', isIn(dropping) && isFrom(28)],
    [
      'fastCooling',
      'row',
      isIn(['colouring']) && (low ?? COOLING.openC) < slowlyCooledC(lowestC(rowBefore), coolingDays),
    ],
    ['hotCracking', 'high', isKanpei && (month === 5 || month === 6) && isFrom(30)],
    ['hotSummer', 'high', isFrom(33)],
    ['hotWinter', 'high', isWinter && isAbove(15)],
    ['coldWinter', 'row', isWinter && isBelow(isKanpei ? 3 : 2)],
  ];
  return broken
    .filter(([, , isBroken]) => isBroken)
    .map(([name, field]) => ({ name, field, ...calendarWarningWords[name] }));
}

/** Lowest night temperature after so many days of slow cooling, ℃; -Infinity when the house is open by then. */
function slowlyCooledC(beforeC: number | null, inDays: number): number {
  const { daysAboveTurn, turnC, daysBelowTurn, openC } = COOLING;
  if (beforeC === null) return Number.NEGATIVE_INFINITY;
  const days = Math.max(0, Math.min(inDays, (beforeC - turnC) * daysAboveTurn));
  const cooledC = beforeC - days / daysAboveTurn - (inDays - days) / daysBelowTurn;
  return cooledC > openC ? cooledC : Number.NEGATIVE_INFINITY;
}
