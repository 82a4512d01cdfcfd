import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';

import type { WeatherStation } from '#contract/weather/weather.ts';
import { measuredNames } from '#contract/weather/weather-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import { PLOT_HEIGHT } from '#src/ui/chart/record-chart.tsx';
import { ChartOrTable } from '#src/ui/chart-or-table.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { MissingRanges } from '#src/ui/feedback/missing-ranges.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { type Choice, choiceOf, sensorsOf, type Wanted } from './choice.ts';
import { KindPicker, SidePicker } from './compare-picker.tsx';
import { type AskedSpan, compareQuery, housesQuery, stationsQuery } from './compare-query.ts';
import { CompareView, UNDER_SCREEN } from './compare-view.tsx';
import { comparedSeries } from './compared-series.tsx';
import { NewestMeasured } from './newest-measured.tsx';
import { OutsideDifference } from './outside-difference.tsx';

export type CompareViewName = 'chart' | 'table';

type ComparePanelProps = {
  farm: { index: number; farmName: string; isSimulated: boolean };
  /** The choice in the URL. */
  wanted: Wanted;
  view: CompareViewName;
  asked: AskedSpan;
  shown: ChartRange;
  onChange: (next: Wanted & { view?: CompareViewName }) => void;
  onZoom: (range: ChartRange) => void;
  /** The choice of ranges. */
  rangePicker: ReactNode;
  /** Renders a link to print a month of these sensors. */
  renderPrint: (sensors: readonly number[]) => ReactNode;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
  /** A link to the farm's stations, for users who may choose them. */
  stationLink?: ReactNode;
  /** Which of the farm's data is on this device. */
  offlineState?: ReactNode;
};

/** House, own and public station in one chart, and the difference between inside and outside. */
export function ComparePanel(props: ComparePanelProps) {
  const { farm, renderFailure, stationLink } = props;
  const { of, house, against } = props.wanted;
  const houses = useQuery(housesQuery(farm.index));
  const stations = useQuery(stationsQuery(farm.index));
  const [inside, outside] = [houses.data?.value, stations.data?.value];
  const choice = useMemo(
    () => (inside && outside ? choiceOf(inside, outside, { of, house, against }) : null),
    [inside, outside, of, house, against],
  );
  for (const answer of [houses, stations]) {
    if (answer.isError && !answer.data) {
      return renderFailure(answer.error, () => void answer.refetch(), answer.isFetching);
    }
  }
  if (!inside || !outside) return <Skeleton className="h-dvh" />;
  if (!choice) return <NothingOutside stations={outside} stationLink={stationLink} />;
  return <Comparison {...props} choice={choice} />;
}

type NothingOutsideProps = { stations: readonly WeatherStation[]; stationLink: ReactNode };

function NothingOutside({ stations, stationLink }: NothingOutsideProps) {
  return (
    <Card>
      {stations.length === 0 ? (
        <EmptyState title="바깥을 재는 곳이 없습니다" action={stationLink}>
          농장 정보에서 기상 관측소를 정하거나 농장 기상대를 연결하면 하우스 안과 나란히 봅니다.
        </EmptyState>
      ) : (
        <EmptyState title="바깥에서 잰 값이 아직 없습니다">관측소에서 첫 값이 오면 여기에 나타납니다.</EmptyState>
      )}
    </Card>
  );
}

type ComparisonProps = ComparePanelProps & { choice: Choice };

function Comparison({
  farm,
  choice,
  view,
  asked,
  shown,
  onChange,
  onZoom,
  rangePicker,
  renderPrint,
  renderFailure,
  offlineState,
}: ComparisonProps) {
  const now = useAgesTo();
  const record = useQuery({ ...compareQuery(choice, asked), placeholderData: keepPreviousData });
  const isOfChoice = record.data !== undefined && isRecordOf(record.data.value, choice);
  const compared = useMemo(
    () => (record.data && isOfChoice ? comparedSeries(record.data.value, choice) : null),
    [record.data, isOfChoice, choice],
  );
  const name = measuredNames[choice.type] ?? channelTypes[choice.type].label;
  return (
    <div className="flex flex-col gap-3 md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:items-start md:gap-4">
      <div className="flex min-w-0 flex-col gap-2 desk:gap-5">
        <ChartOrTable view={view} onView={(next) => onChange({ view: next })} panelId="compare-view" />
        {rangePicker}
        <KindPicker choice={choice} onChange={onChange} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
        <Card aria-label="비교" padding="md" className="flex flex-col gap-2 short:gap-0 short:py-2">
          <div className="min-h-31 min-[400px]:min-h-19 sm:min-h-14" aria-live="polite">
            {compared && <OutsideDifference choice={choice} compared={compared} shown={shown} />}
            <MissingRanges missing={record.data?.missing ?? []} />
            <DataAgeNote seen={record.data} now={now} />
          </div>
          <div id="compare-view" role="tabpanel" aria-label={view === 'chart' ? '그래프' : '표'}>
            {compared ? (
              <CompareView
                farm={farm}
                name={name}
                compared={compared}
                shown={shown}
                view={view}
                onZoom={onZoom}
                printLink={renderPrint(sensorsOf(choice))}
              />
            ) : record.isError ? (
              renderFailure(record.error, () => void record.refetch(), record.isFetching)
            ) : (
              <div className={UNDER_SCREEN}>
                <Skeleton className={PLOT_HEIGHT} />
              </div>
            )}
          </div>
          {record.data && isOfChoice && <NewestMeasured choice={choice} record={record.data.value} now={now} />}
        </Card>
        {offlineState}
      </div>
      <div className="flex min-w-0 flex-col gap-3 md:col-start-1 desk:gap-5">
        <SidePicker choice={choice} onChange={onChange} />
      </div>
    </div>
  );
}

/** Whether a record belongs to this choice; while the next is loading it may be that of another. */
function isRecordOf({ data }: MonitorRecord, choice: Choice): boolean {
  const there = new Set(data.sensorGraph.map(({ index }) => index));
  return sensorsOf(choice).every((index) => there.has(index));
}
