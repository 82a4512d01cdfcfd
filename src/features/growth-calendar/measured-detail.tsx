import type { MeasuredPeriod } from '#contract/growth-calendar/crop-year.ts';
import { highestC, lowestC } from '#contract/growth-calendar/growth-calendar.ts';
import {
  coverageWords,
  extremeWords,
  irrigationWords,
  measuredRange,
  verdictClass,
  verdictOf,
} from './measured-words.tsx';

type MeasuredDetailProps = {
  measured: MeasuredPeriod;
  /** The same period of the year before, if it is shown. */
  before: MeasuredPeriod | undefined;
  /** The stage that the calendar gives by date only. */
  season: string;
};

/** The measured values of a period: extremes with their times, irrigation, and their coverage. */
export function MeasuredDetail({ measured, before, season }: MeasuredDetailProps) {
  const { min, max, belowC, aboveC, belowHours, aboveHours } = measured;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3">
      <h4 className="font-semibold">우리 농장은</h4>
      {measured.season !== season && (
        <p className="text-ink-soft">발아일에 맞춰 나무는 그때 {measured.season}였고, 그 목표와 비교했습니다.</p>
      )}
      <p className={verdictClass[verdictOf(belowC)]}>
        {extremeWords('최저', { extreme: min, aimC: lowestC(measured.row), beyondC: belowC, hours: belowHours })}
      </p>
      <p className={verdictClass[verdictOf(aboveC)]}>
        {extremeWords('최고', { extreme: max, aimC: highestC(measured.high), beyondC: aboveC, hours: aboveHours })}
      </p>
      <p>{irrigationWords(measured)}</p>
      <p className="text-age text-ink-soft">{coverageWords(measured)}</p>
      {before?.min && (
        <p className="text-ink-soft">
          작년 이맘때 {measuredRange(before)}, {irrigationWords(before)}
        </p>
      )}
    </div>
  );
}
