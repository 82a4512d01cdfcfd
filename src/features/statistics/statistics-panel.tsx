import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import TableIcon from 'lucide-react/icons/table';
import { type ReactNode, useDeferredValue } from 'react';
import { type InnerStatistics, MIN_FARMS_OF_AVERAGE, statisticTypes } from '#contract/monitor/statistics.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { ComposedStatistics } from './composed-statistics.tsx';
import { GrowthCard } from './growth-card.tsx';
import { MONTH_GRID, MonthView, type StatisticsView } from './month-view.tsx';
import { coldest, figuresOf } from './part-figures.ts';
import { flowQuery, growthQuery, innerQuery } from './statistics-query.ts';

type StatisticsPanelProps = {
  farmIndex: number;
  /** yyyy-MM */
  month: string;
  view: StatisticsView;
  onView: (view: StatisticsView) => void;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
};

/** A month of the houses in thirds: summary, table or chart, then degree days and light. */
export function StatisticsPanel({ farmIndex, month, view, onView, renderFailure }: StatisticsPanelProps) {
  const now = useAgesTo();
  const asked = { farmIndex, baseDate: month };
  const inner = useQuery(innerQuery(asked));
  const flow = useQuery(flowQuery(asked));
  const growth = useQuery(growthQuery(asked));
  // Four tables at once would block input on a slow phone: render them deferred.
  const data = useDeferredValue(inner.data?.value.data);
  const volumes = useDeferredValue(flow.data?.value.data);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1" aria-live="polite">
          {data ? <MonthSentence data={data} /> : !inner.isError && <Skeleton className="h-14 max-w-md" />}
          <DataAgeNote seen={inner.data} now={now} />
        </div>
        <SegmentedTabs
          label="보는 방법"
          tabs={[
            { value: 'table', label: '통계 표', icon: <TableIcon aria-hidden className="size-5" /> },
            { value: 'graph', label: '통계 그래프', icon: <ChartColumn aria-hidden className="size-5" /> },
          ]}
          value={view}
          onChange={onView}
          panelId="statistics-view"
        />
      </div>
      <div id="statistics-view" role="tabpanel" aria-label={view === 'table' ? '통계 표' : '통계 그래프'}>
        {data ? (
          <MonthView month={data.baseDate} data={data} flow={volumes} view={view} />
        ) : inner.isError ? (
          <Failed
            farmIndex={farmIndex}
            month={month}
            view={view}
            error={inner.error}
            failure={renderFailure(inner.error, () => void inner.refetch(), inner.isFetching)}
          />
        ) : (
          <div className={MONTH_GRID}>
            {[...statisticTypes, 'FLOW_RATE'].map((type) => (
              <Skeleton key={type} className="h-72" />
            ))}
          </div>
        )}
      </div>
      {growth.data && <GrowthCard growth={growth.data.value.data} />}
    </div>
  );
}

/** The summary: the minimum, and whether it was colder than elsewhere. */
function MonthSentence({ data }: { data: InnerStatistics }) {
  const { unit } = channelTypes.TEMPERATURE;
  const found = coldest(data);
  const figure = (value: number) => `${formatStatistic(value)} ${unit}`;
  return (
    <>
      <p className="text-lg leading-snug font-semibold sm:text-xl">
        {found === null ? (
          <span className="font-normal text-ink-soft">
            {figuresOf(data, 'TEMPERATURE').some(({ own }) => own)
              ? `${formatMonth(data.baseDate)}의 기록이 모자라 언제 가장 추웠는지는 아직 말씀드릴 수 없습니다.`
              : `${formatMonth(data.baseDate)}에는 잰 온도가 없습니다.`}
          </span>
        ) : (
          <>
            {found.isOnlyOne ? '' : '가장 추운 때는 '}
            {monthPartNames[found.part]}
            {found.isOnlyOne ? ' ' : ', '}최저{' '}
            <span className="tabular whitespace-nowrap text-leaf-strong">{figure(found.min)}</span>
            {found.gap !== null && (
              <>
                . 같은 작물 평균보다 {figure(Math.abs(found.gap))} {found.gap < 0 ? '낮음' : '높음'}
              </>
            )}
          </>
        )}
      </p>
      <p className="text-ink-soft">{averageNote(data)}</p>
    </>
  );
}

function averageNote({ sameCrop, avgStatistics }: InnerStatistics): string {
  if (!sameCrop) return '작물을 등록하면 같은 작물을 키우는 농장의 평균과 비교할 수 있습니다.';
  const { cropName, farms } = sameCrop;
  if (farms < MIN_FARMS_OF_AVERAGE) {
    return `${withParticle(cropName, '을')} 키우는 농장이 ${MIN_FARMS_OF_AVERAGE}곳은 있어야 평균을 보여 드립니다. 지금은 ${farms}곳입니다.`;
  }
  if (avgStatistics.length === 0)
    return `이달에 함께 잰 ${cropName} 농장이 ${MIN_FARMS_OF_AVERAGE}곳이 안 되어 평균이 없습니다.`;
  return `평균은 우리 농장을 넣은 ${cropName} 농장 ${farms}곳의 것입니다.`;
}

type FailedProps = { farmIndex: number; month: string; view: StatisticsView; error: Error; failure: ReactNode };

/** Without an answer the device computes the extremes itself; a refusal is shown as it is. */
function Failed({ error, failure, ...month }: FailedProps) {
  return error instanceof NoAnswerError ? <ComposedStatistics {...month} fallback={failure} /> : failure;
}
