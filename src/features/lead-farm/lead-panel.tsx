import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { LeadRecord, LeadTargets } from '#contract/farm/lead-farm.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import { ChartOrTable } from '#src/ui/chart-or-table.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { DifferenceSentence } from './difference-sentence.tsx';
import { FiguresTable } from './figures-table.tsx';
import { compared } from './largest-difference.ts';
import { type AskedSpan, leadRecordQuery } from './lead-query.ts';
import { type Pair, pairOf, type Wanted } from './pair.ts';
import { PairChart, PairTable, PLOT, type Sides } from './pair-chart.tsx';
import { KindPicker, PairPicker } from './pair-picker.tsx';

export type LeadView = 'chart' | 'table';

type LeadPanelProps = {
  farm: { farmName: string; isSimulated: boolean };
  targets: LeadTargets;
  wanted: Wanted;
  view: LeadView;
  asked: AskedSpan;
  shown: ChartRange;
  onChange: (next: Wanted & { view?: LeadView }) => void;
  onZoom: (range: ChartRange) => void;
  /** The choice of ranges, shown first. */
  rangePicker: ReactNode;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
};

/** The own farm compared with a lead farm: summary, figures, chart or table, and the choice of series. */
export function LeadPanel(props: LeadPanelProps) {
  const { targets, wanted, rangePicker, onChange } = props;
  const pair = pairOf(targets, wanted);
  if (!pair) return <NothingToCompare targets={targets} />;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        {rangePicker}
        <KindPicker targets={targets} pair={pair} onChange={onChange} />
      </div>
      <PairCard {...props} pair={pair} />
      <PairPicker targets={targets} pair={pair} onChange={onChange} />
    </div>
  );
}

function NothingToCompare({ targets }: { targets: LeadTargets }) {
  return (
    <Card>
      {targets.leads.length === 0 ? (
        <EmptyState title="비교할 선도농가가 없습니다">
          관리자가 선도농가를 지정하고, 두 농장에 같은 종류의 센서가 있으면 여기에서 비교합니다.
        </EmptyState>
      ) : (
        <EmptyState title="함께 비교할 센서가 없습니다">
          주소가 바뀌었을 수 있습니다. 메뉴에서 다시 열어 주세요.
        </EmptyState>
      )}
    </Card>
  );
}

function PairCard({
  farm,
  targets,
  pair,
  view,
  asked,
  shown,
  onChange,
  onZoom,
  renderFailure,
}: LeadPanelProps & { pair: Pair }) {
  const now = useAgesTo();
  const record = useQuery({ ...leadRecordQuery(pair, asked), placeholderData: keepPreviousData });
  const sides = useMemo(() => record.data && sidesOf(record.data.value, pair), [record.data, pair]);
  const comparison = useMemo(() => (sides ? compared(sides.own, sides.lead) : null), [sides]);
  const label = `${withParticle(farm.farmName, '과')} ${pair.farm.farmName} ${channelTypes[pair.own.type].label}`;
  return (
    <Card aria-label="비교" className="flex flex-col gap-4">
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[1fr_minmax(20rem,26rem)]">
        <div className="flex min-w-0 flex-col gap-1" aria-live="polite">
          {sides ? (
            <DifferenceSentence
              target={pair.own}
              comparison={comparison}
              leadName={pair.farm.farmName}
              crops={{ own: targets.myCrops, lead: pair.farm.crops }}
              hasDays={shown.end - shown.begin > 1.5 * DAY_MS}
            />
          ) : (
            !record.isError && <Skeleton className="h-36 max-w-md" />
          )}
          {pair.farm.isSimulated && !farm.isSimulated && (
            <p>
              <StatusTag tone="quiet">선도농가 모의 데이터</StatusTag>
            </p>
          )}
          <DataAgeNote seen={record.data} now={now} />
        </div>
        {comparison && <FiguresTable target={pair.own} comparison={comparison} />}
        {!sides && !record.isError && <Skeleton className="h-48" />}
      </div>
      <div className="sm:self-end">
        <ChartOrTable view={view} onView={(next) => onChange({ view: next })} panelId="lead-view" />
      </div>
      <div id="lead-view" role="tabpanel" aria-label={view === 'chart' ? '그래프' : '표'}>
        {sides ? (
          view === 'chart' ? (
            <PairChart {...sides} label={label} range={shown} onRangeChange={onZoom} />
          ) : (
            <PairTable {...sides} label={label} />
          )
        ) : record.isError ? (
          renderFailure(record.error, () => void record.refetch(), record.isFetching)
        ) : (
          <Skeleton className={PLOT} />
        )}
      </div>
    </Card>
  );
}

/** Both series of a record; undefined while the record is still that of another pair. */
function sidesOf({ data, resolution }: LeadRecord, pair: Pair): Sides | undefined {
  const graph = pair.isActuator ? 'deviceGraph' : 'sensorGraph';
  const own = data.my[graph].find(({ index }) => index === pair.own.index);
  const lead = data.lead[graph].find(({ index }) => index === pair.lead.index);
  return own && lead && { own, lead, resolution };
}
