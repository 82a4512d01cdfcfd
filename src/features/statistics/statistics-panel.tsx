import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import TableIcon from 'lucide-react/icons/table';
import type { ReactNode } from 'react';
import { type InnerStatistics, MIN_FARMS_OF_AVERAGE, statisticTypes } from '#contract/monitor/statistics.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import { withParticle } from '#src/lib/with-particle.ts';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { CoverageNote } from './coverage-note.tsx';
import { GrowthCard } from './growth-card.tsx';
import { monthName } from './month-nav.tsx';
import { type PartBar, PartChart } from './part-chart.tsx';
import { coldest, figuresOf, volumesOf } from './part-figures.ts';
import { PartTable } from './part-table.tsx';
import { flowQuery, growthQuery, innerQuery } from './statistics-query.ts';
import { VolumeTable } from './volume-table.tsx';

export type StatisticsView = 'table' | 'graph';

type StatisticsPanelProps = {
  farmIndex: number;
  /** yyyy-MM */
  month: string;
  view: StatisticsView;
  onView: (view: StatisticsView) => void;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
};

/** A month of the houses in thirds: answer, table or graph, then warmth and light. */
export function StatisticsPanel({ farmIndex, month, view, onView, renderFailure }: StatisticsPanelProps) {
  const now = useNow(MINUTE_MS);
  const asked = { farmIndex, baseDate: month };
  const inner = useQuery(innerQuery(asked));
  const growth = useQuery(growthQuery(asked));
  const data = inner.data?.value.data;
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
            { value: 'table', label: '표', icon: <TableIcon aria-hidden className="size-5" /> },
            { value: 'graph', label: '그래프', icon: <ChartColumn aria-hidden className="size-5" /> },
          ]}
          value={view}
          onChange={onView}
          panelId="statistics-view"
        />
      </div>
      <div id="statistics-view" role="tabpanel" aria-label={view === 'table' ? '표' : '그래프'}>
        {data ? (
          <MonthView farmIndex={farmIndex} month={month} data={data} view={view} />
        ) : inner.isError ? (
          renderFailure(inner.error, () => void inner.refetch(), inner.isFetching)
        ) : (
          <div className={GRID}>
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

const GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2';

/** The answer: how cold it became, and whether that was colder than elsewhere. */
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
              ? `${monthName(data.baseDate)}의 기록이 모자라 언제 가장 추웠는지는 아직 말씀드릴 수 없습니다.`
              : `${monthName(data.baseDate)}에는 잰 온도가 없습니다.`}
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
    return `${withParticle(cropName, '을')} 키우는 농장이 ${MIN_FARMS_OF_AVERAGE}곳은 있어야 평균을 보여 줍니다. 지금은 ${farms}곳입니다.`;
  }
  if (avgStatistics.length === 0)
    return `이 달에 함께 잰 ${cropName} 농장이 ${MIN_FARMS_OF_AVERAGE}곳이 안 되어 평균이 없습니다.`;
  return `평균은 우리 농장을 넣은 ${cropName} 농장 ${farms}곳의 것입니다.`;
}

type MonthViewProps = { farmIndex: number; month: string; data: InnerStatistics; view: StatisticsView };

function MonthView({ farmIndex, month, data, view }: MonthViewProps) {
  const flow = useQuery(flowQuery({ farmIndex, baseDate: month }));
  if (data.baseStatistics.length === 0) {
    return <Banner tone="warn">{monthName(month)} 그래프 정보가 없습니다</Banner>;
  }
  const hasAverage = data.avgStatistics.length > 0;
  const volumes = volumesOf(data);
  const bar = (value: number | null): PartBar => (value === null ? null : { low: 0, high: value });
  return (
    <div className="flex flex-col gap-4">
      {view === 'graph' && hasAverage && <Legend />}
      <div className={GRID}>
        {statisticTypes.map((type) => {
          const { label, unit, colour } = channelTypes[type];
          const figures = figuresOf(data, type);
          const bars = figures.map(({ part, own, average }) => ({ part, own: barOf(own), average: barOf(average) }));
          return (
            <Block key={type} title={label} unit={unit}>
              {view === 'table' ? (
                <PartTable caption={label} figures={figures} hasAverage={hasAverage} />
              ) : (
                <PartChart
                  label={`${label} 순별 최저와 최고`}
                  colour={colour}
                  bars={bars}
                  hasAverage={hasAverage}
                  {...(unit === '%' && { ceiling: 100 })}
                />
              )}
              <CoverageNote coverage={data.coverage} type={type} />
            </Block>
          );
        })}
        <Block title="관수량" unit="kL">
          {view === 'table' ? (
            <VolumeTable volumes={volumes} flow={flow.data?.value.data} hasAverage={hasAverage} />
          ) : (
            <PartChart
              label="순별 관수량"
              colour="flow"
              bars={volumes.map(({ part, own, average }) => ({ part, own: bar(own), average: bar(average) }))}
              isFromZero
              hasAverage={hasAverage}
            />
          )}
          <CoverageNote coverage={data.coverage} type="FLOW_RATE" />
        </Block>
      </div>
    </div>
  );
}

const barOf = (extremes: { min: number; max: number } | null): PartBar =>
  extremes && { low: extremes.min, high: extremes.max };

function Block({ title, unit, children }: { title: string; unit: string; children: ReactNode }) {
  return (
    <Card padding="md" className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">
        {title} <span className="font-normal text-ink-soft">({unit})</span>
      </h2>
      {children}
    </Card>
  );
}

function Legend() {
  return (
    <ul className="flex gap-5 text-ink-soft">
      <li className="flex items-center gap-2">
        <span aria-hidden className="size-4 rounded bg-series-temperature" />
        우리 농장
      </li>
      <li className="flex items-center gap-2">
        <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
          <rect
            x="0.75"
            y="0.75"
            width="14.5"
            height="14.5"
            rx="3"
            fill="none"
            stroke="var(--series-temperature)"
            strokeWidth="1.5"
          />
          <path d="M2 14L14 2M2 8L8 2M8 14l6-6" stroke="var(--series-temperature)" strokeWidth="1.5" />
        </svg>
        같은 작물 평균
      </li>
    </ul>
  );
}
