import { calendarWarningWords, kanpeiName } from './calendar-warnings-text.ts';
import { type CalendarPeriod, type GrowthStage, highestC, lowestC } from './growth-calendar.ts';

/** A published recommendation that the figures of a period violate: the field, the message, the key of its source. */
type CalendarWarning = {
  name: keyof typeof calendarWarningWords;
  field: 'high' | 'row';
  message: string;
  source: string;
};

type Judged = Pick<CalendarPeriod, 'month' | 'stages' | 'row' | 'high'>;

const beforeBloom: readonly GrowthStage[] = ['budBreak', 'shootGrowth', 'bloom'];
const flowering: readonly GrowthStage[] = ['bloom', 'fullBloom'];
const dropping: readonly GrowthStage[] = ['petalFall', 'firstDrop'];
const winterMonths = [12, 1, 2];

/** Days of a third of a month. */
const THIRD_DAYS = 10;
/**
 * Days in which nights may become 1 ℃ colder for fruit colour: down to 20 ℃, then to 17 ℃, at which the house is open,
 * so that natural temperature before then is too early.
 */
const COOLING = { daysAboveTurn: 2, turnC: 20, daysBelowTurn: 3, openC: 17 } as const;

/**
 * Published recommendations that the temperatures of a period violate, shown while typing. They are warnings only: most
 * were published for satsumas in heated houses, and growers know their own. `rowBefore`: the night of the period before.
 */
export function calendarWarnings(
  { month, stages, row, high }: Judged,
  { itemsName, isHeated, rowBefore }: { itemsName: string; isHeated: boolean; rowBefore: CalendarPeriod['row'] },
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
    ['fastCooling', 'row', isIn(['colouring']) && (low ?? COOLING.openC) < slowlyCooledC(lowestC(rowBefore))],
    ['hotCracking', 'high', isKanpei && (month === 5 || month === 6) && isFrom(30)],
    ['hotSummer', 'high', isFrom(33)],
    ['hotWinter', 'high', isWinter && isAbove(15)],
    ['coldWinter', 'row', isWinter && isBelow(isKanpei ? 3 : 2)],
  ];
  return broken
    .filter(([, , isBroken]) => isBroken)
    .map(([name, field]) => ({ name, field, ...calendarWarningWords[name] }));
}

/** Lowest night temperature after a third of slow cooling, ℃; -Infinity when the house is open by then. */
function slowlyCooledC(beforeC: number | null): number {
  const { daysAboveTurn, turnC, daysBelowTurn, openC } = COOLING;
  if (beforeC === null) return Number.NEGATIVE_INFINITY;
  const days = Math.max(0, Math.min(THIRD_DAYS, (beforeC - turnC) * daysAboveTurn));
  const cooledC = beforeC - days / daysAboveTurn - (THIRD_DAYS - days) / daysBelowTurn;
  return cooledC > openC ? cooledC : Number.NEGATIVE_INFINITY;
}
