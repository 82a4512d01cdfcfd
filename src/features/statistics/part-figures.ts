import { type MonthPart, monthParts } from '#contract/growth-calendar/growth-calendar.ts';
import type { InnerStatistics, StatisticType } from '#contract/monitor/statistics.ts';

type Extremes = { min: number; max: number };

/** One kind of value by third: of the own farm and of the average; null without one. */
export type PartFigures = { part: MonthPart; own: Extremes | null; average: Extremes | null }[];

type Parts = InnerStatistics['baseStatistics'];

export function figuresOf({ baseStatistics, avgStatistics }: InnerStatistics, type: StatisticType): PartFigures {
  const extremes = (parts: Parts, part: MonthPart): Extremes | null => {
    const entry = entriesOf(parts, part).find(({ sensorType }) => sensorType === type);
    return entry && entry.minValue !== null && entry.maxValue !== null
      ? { min: entry.minValue, max: entry.maxValue }
      : null;
  };
  return monthParts.map((part) => ({
    part,
    own: extremes(baseStatistics, part),
    average: extremes(avgStatistics, part),
  }));
}

export type PartVolumes = { part: MonthPart; own: number | null; average: number | null }[];

/** Irrigation of each third, kL. */
export function volumesOf({ baseStatistics, avgStatistics }: InnerStatistics): PartVolumes {
  const volume = (parts: Parts, part: MonthPart) => entriesOf(parts, part)[0]?.flowValue ?? null;
  return monthParts.map((part) => ({
    part,
    own: volume(baseStatistics, part),
    average: volume(avgStatistics, part),
  }));
}

function entriesOf(parts: Parts, part: MonthPart) {
  return parts.find(({ partMonth }) => partMonth === part)?.statisticsData ?? [];
}

/**
 * The coldest third with enough readings, and the difference of its minimum to the average's of the same third. Thirds
 * with few readings are in the table only.
 */
export function coldest(
  month: InnerStatistics,
): { part: MonthPart; min: number; gap: number | null; isOnlyOne: boolean } | null {
  const lackingParts = month.coverage.flatMap(({ sensorType, partMonth, total, lacking }) =>
    sensorType === 'TEMPERATURE' && lacking.length < total ? [partMonth] : [],
  );
  const known = figuresOf(month, 'TEMPERATURE').flatMap(({ part, own, average }) =>
    own && lackingParts.includes(part) ? [{ part, min: own.min, gap: average ? own.min - average.min : null }] : [],
  );
  const [first, ...others] = known;
  if (!first) return null;
  const lowest = others.reduce((low, next) => (low.min <= next.min ? low : next), first);
  return { ...lowest, isOnlyOne: others.length === 0 };
}
