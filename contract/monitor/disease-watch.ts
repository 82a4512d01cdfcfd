import type { GrowthStage } from '../growth-calendar/growth-calendar.ts';
import { WET_HOURS } from './agronomic-formulas.ts';
import type { HumidityAnswer } from './humidity.ts';

/** Grey mould is likely after this many hours of mild wet air: agronomy notes, practical knowledge. */
const MOULD_LIKELY_HOURS = 12;
/** Above this temperature scab hardly develops, ℃; its optimum is about 15. */
const SCAB_CEILING = 24;
const SCAB_FLOOR = 10;

/** Grey mould enters through petals; scab infects young leaves, and fruit until some weeks after petal fall. */
const petalStages: readonly GrowthStage[] = ['bloom', 'fullBloom', 'petalFall'];
const tenderStages: readonly GrowthStage[] = [...petalStages, 'budBreak', 'shootGrowth', 'firstDrop', 'secondDrop'];

type DiseaseWatch = {
  /** none: too dry for fungi. watch: inspect the trees. high: infection is likely. */
  level: 'none' | 'watch' | 'high';
  /** Diseases that the stage and the temperature allow; empty when only the wetness is known. */
  diseases: readonly ('greyMould' | 'scab')[];
  /** The wet hours behind the level: all hours of the night, or the longest run of the last day. */
  wetHours: number;
  period: 'lastNight' | 'last24Hours';
};

/** The risk of fungal diseases after the wetness of last night and the last 24 hours. */
export function diseaseWatch({
  lastNight,
  last24Hours,
  stages,
}: Pick<HumidityAnswer, 'lastNight' | 'last24Hours' | 'stages'>): DiseaseWatch {
  // A night is counted in total; by day leaves dry in between, so only consecutive hours count.
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
