import type { GrowthStage } from '../growth-calendar/growth-calendar.ts';
import type { HumidityAnswer } from './humidity.ts';
import { WET_HOURS } from './indicators.ts';

/** Hours of mild wet air after which grey mould is likely: agronomy notes, practical knowledge. */
const MOULD_LIKELY_HOURS = 12;
/** Scab is held back from here on, ℃; it likes about 15. */
const SCAB_CEILING = 24;
const SCAB_FLOOR = 10;

/** Grey mould enters through petals; scab takes young leaves and fruit until some weeks after petal fall. */
const petalStages: readonly GrowthStage[] = ['bloom', 'fullBloom', 'petalFall'];
const tenderStages: readonly GrowthStage[] = [...petalStages, 'budBreak', 'shootGrowth', 'firstDrop', 'secondDrop'];

type DiseaseWatch = {
  /** none: too dry for fungi. watch: look after the trees. high: infection is likely. */
  level: 'none' | 'watch' | 'high';
  /** Which diseases the stage and the temperature speak for; empty where nothing more is known than wetness. */
  diseases: readonly ('greyMould' | 'scab')[];
  /** The wet hours this rests on: all of the night, or those in a row of the last day. */
  wetHours: number;
  period: 'lastNight' | 'last24Hours';
};

/** Whether last night or the last day was wet for so long that fungi are to be watched for, and which. */
export function diseaseWatch({
  lastNight,
  last24Hours,
  stages,
}: Pick<HumidityAnswer, 'lastNight' | 'last24Hours' | 'stages'>): DiseaseWatch {
  // A night counts as a whole; by day leaves dry in between, and only hours in a row add up.
  const wetHours = Math.max(lastNight.wetHours, last24Hours.longestWetHours);
  const period = last24Hours.longestWetHours > lastNight.wetHours ? 'last24Hours' : 'lastNight';
  if (wetHours <= WET_HOURS) return { level: 'none', diseases: [], wetHours, period };
  const worse = period === 'last24Hours' ? last24Hours : lastNight;
  const isIn = (wanted: readonly GrowthStage[]) => wanted.some((stage) => stages.includes(stage));
  const mildHours = worse.wetMildHours ?? 0;
  const isMould = isIn(petalStages) && mildHours >= WET_HOURS;
  const isScab =
    isIn(tenderStages) && worse.wetMeanC !== null && worse.wetMeanC >= SCAB_FLOOR && worse.wetMeanC < SCAB_CEILING;
  return {
    level: isMould && mildHours >= MOULD_LIKELY_HOURS ? 'high' : 'watch',
    diseases: [...(isMould ? (['greyMould'] as const) : []), ...(isScab ? (['scab'] as const) : [])],
    wetHours,
    period,
  };
}
