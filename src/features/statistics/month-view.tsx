import type { ReactNode } from 'react';
import { type FlowStatistics, type InnerStatistics, statisticTypes } from '#contract/monitor/statistics.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { CoverageNote } from './coverage-note.tsx';
import { type PartBar, PartChart } from './part-chart.tsx';
import { figuresOf, volumesOf } from './part-figures.ts';
import { PartTable } from './part-table.tsx';
import { VolumeTable } from './volume-table.tsx';

export type StatisticsView = 'table' | 'graph';

/** The grid of a month's four blocks. */
export const MONTH_GRID = 'grid grid-cols-1 gap-4 md:grid-cols-2';

type MonthViewProps = {
  /** yyyy-MM */
  month: string;
  data: InnerStatistics;
  /** Undefined while loading. */
  flow: FlowStatistics | undefined;
  view: StatisticsView;
};

/** The thirds of a month by type, as tables or bars. */
export function MonthView({ month, data, flow, view }: MonthViewProps) {
  if (data.baseStatistics.length === 0) {
    return <Banner tone="warn">{formatMonth(month)} 그래프 정보가 없습니다</Banner>;
  }
  const hasAverage = data.avgStatistics.length > 0;
  const volumes = volumesOf(data);
  const bar = (value: number | null): PartBar => (value === null ? null : { low: 0, high: value });
  return (
    <div className="flex flex-col gap-4">
      {view === 'graph' && hasAverage && <Legend />}
      <div className={MONTH_GRID}>
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
            <VolumeTable volumes={volumes} flow={flow} hasAverage={hasAverage} />
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
