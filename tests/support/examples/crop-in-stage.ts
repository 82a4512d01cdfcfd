import { type CalendarPeriod, type GrowthStage, monthParts } from '#contract/growth-calendar/growth-calendar.ts';

type Target = CalendarPeriod['row'];

/** A crop whose calendar has one pair of targets all year, and these stages in turn, one in each third of a month. */
export function cropIn(
  stages: readonly GrowthStage[],
  { row, high }: { row: Target; high: Target },
  itemsName = '한라봉',
  isHeated = false,
) {
  const none = { stage: 'general', temp: 'general', water: 'general' } as const;
  const origins = {
    season: 'built-in',
    high: 'built-in',
    row: 'built-in',
    watering: 'built-in',
    wateringInterval: 'built-in',
  } as const;
  const stageAt = (at: number) => stages[at % stages.length] ?? 'dormancy';
  const periods = Array.from({ length: 36 }, (_, at) => ({
    month: Math.floor(at / 3) + 1,
    part: monthParts[at % 3] ?? ('early' as const),
    daysSinceGermination: at * 10,
    season: stageAt(at),
    stages: [stageAt(at)],
    row,
    high,
    watering: 5,
    wateringInterval: 7,
    basis: 'general' as const,
    basisByField: none,
    sourcesByField: { stage: [], temp: [], water: [] },
    origins,
    replaced: {},
  }));
  const calendar = { cultivation: '무가온', budBreak: '03-01', fullBloom: '04-12', harvest: [1], periods };
  return { cropId: itemsName, itemsName, isHeated, budBreakOn: null, calendar };
}
