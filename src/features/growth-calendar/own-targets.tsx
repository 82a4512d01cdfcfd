import type { ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import { type CalendarSource, updateFarmCalendar } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { periodName } from './calendar-words.tsx';
import { TargetEditor } from './target-editor.tsx';

type OwnTargetsProps = {
  crop: { cropId: string; itemsName: string; isHeated: boolean };
  sources: readonly CalendarSource[];
  periods: readonly ResolvedPeriod[];
  period: ResolvedPeriod;
  /** Its place among the 36. */
  index: number;
};

/** Lets a grower set a period's targets for their own crop. */
export function OwnTargets({ crop, sources, periods, period, index }: OwnTargetsProps) {
  const { attempt } = useSave(updateFarmCalendar);
  return (
    <TargetEditor
      openLabel="우리 농장 값 정하기"
      name={`targets ${crop.cropId} ${index}`}
      title={`${periodName(period)} 우리 농장 값`}
      period={period}
      rowBefore={periods.at(index - 1)?.row ?? 'natural'}
      crop={crop}
      sources={sources}
      by="farm"
      schema={updateFarmCalendar.body}
      send={({ season: _, ...values }, { season: __, reason: ___, ...base }) =>
        attempt({ params: { id: crop.cropId, period: index }, body: { ...values, base } })
      }
    />
  );
}
