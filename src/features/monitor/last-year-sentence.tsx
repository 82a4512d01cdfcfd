import { useMemo } from 'react';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { formatDate, formatDayOfYear } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { MissingRanges } from '#src/ui/feedback/missing-ranges.tsx';
import { largestDayGap } from './last-year.ts';
import type { LastYear } from './use-last-year.ts';

type LastYearSentenceProps = { record: MonitorRecord; lastYear: LastYear };

/** The result of the comparison with last year, or why there is none. */
export function LastYearSentence({ record, lastYear: { laid, problem, missing } }: LastYearSentenceProps) {
  const gap = useMemo(() => laid && largestDayGap(record, laid), [record, laid]);
  if (problem) {
    return (
      <p className="text-ink-soft">
        {problem === 'offline'
          ? '작년 기록은 이 기기에 없습니다. 연결되면 나타납니다.'
          : '작년 기록을 받지 못했습니다. 잠시 뒤에 다시 켜 주세요.'}
      </p>
    );
  }
  if (!laid) return null;
  return (
    <>
      {missing.length === 0 && <Beginning laid={laid} begin={record.begin} />}
      {gap && (
        <Gap
          {...gap}
          isHouseNamed={record.data.sensorGraph.filter(({ type }) => type === gap.series.type).length > 1}
        />
      )}
      <MissingRanges missing={missing} of="작년" />
    </>
  );
}

/** Says that last year's data is missing completely, or its first days. */
function Beginning({ laid, begin }: { laid: MonitorRecord; begin: number }) {
  const first = Math.min(...laid.data.sensorGraph.map(({ points }) => points[0]?.[0] ?? Number.POSITIVE_INFINITY));
  if (first === Number.POSITIVE_INFINITY) {
    return <p className="text-ink-soft">작년 같은 기간에는 기록이 없습니다.</p>;
  }
  if (first - begin <= DAY_MS) return null;
  // Without the weekday, which differs from last year's.
  return <p className="text-ink-soft">작년 기록은 {formatDayOfYear(first)}부터 있습니다.</p>;
}

type GapProps = NonNullable<ReturnType<typeof largestDayGap>> & { isHouseNamed: boolean };

function Gap({ day, difference, series, isHouseNamed }: GapProps) {
  const { label, decimals } = channelTypes[series.type];
  const name = isHouseNamed ? `${series.areaName} ${label}` : label;
  // Two percentages differ by percentage points.
  const unit = series.unit === '%' ? '%p' : series.unit;
  const apart = formatWithUnit(Math.abs(difference), unit, decimals);
  if (Number(formatNumber(Math.abs(difference), decimals)) === 0) {
    return <p className="text-ink-soft">{name} 하루 평균은 작년 같은 기간과 거의 같습니다.</p>;
  }
  return (
    <p>
      {name} 하루 평균이 작년과 가장 다른 날은 <span className="whitespace-nowrap">{formatDate(day)}</span>, 작년보다{' '}
      <strong className="tabular whitespace-nowrap">
        {apart} {difference < 0 ? '낮음' : '높음'}
      </strong>
    </p>
  );
}
