import type { LivedPeriod } from '#contract/growth-calendar/crop-year.ts';
import { highestC, lowestC } from '#contract/growth-calendar/growth-calendar.ts';
import { coverageWords, extremeWords, irrigationWords, livedRange, verdictClass, verdictOf } from './lived-words.tsx';

type LivedDetailProps = {
  lived: LivedPeriod;
  /** The same period of the year before, if it is shown. */
  before: LivedPeriod | undefined;
  /** The stage that the calendar gives by date only. */
  season: string;
};

/** The measured values of a period: extremes with their times, irrigation, and their coverage. */
export function LivedDetail({ lived, before, season }: LivedDetailProps) {
  const { min, max, belowC, aboveC, belowHours, aboveHours } = lived;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3">
      <h4 className="font-semibold">우리 농장은</h4>
      {lived.season !== season && (
        <p className="text-ink-soft">발아일에 맞춰 나무는 그때 {lived.season}였고, 그 목표와 비교했습니다.</p>
      )}
      <p className={verdictClass[verdictOf(belowC)]}>
        {extremeWords('최저', { extreme: min, aimC: lowestC(lived.row), beyondC: belowC, hours: belowHours })}
      </p>
      <p className={verdictClass[verdictOf(aboveC)]}>
        {extremeWords('최고', { extreme: max, aimC: highestC(lived.high), beyondC: aboveC, hours: aboveHours })}
      </p>
      <p>{irrigationWords(lived)}</p>
      <p className="text-age text-ink-soft">{coverageWords(lived)}</p>
      {before?.min && (
        <p className="text-ink-soft">
          작년 이맘때 {livedRange(before)}, {irrigationWords(before)}
        </p>
      )}
    </div>
  );
}
