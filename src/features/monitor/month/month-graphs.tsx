import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { MonitorRecord, Target, TargetList } from '#contract/monitor/monitor.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { RecordChart } from '#src/ui/chart/record-chart.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { MissingRanges } from '#src/ui/feedback/missing-ranges.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { chartSeriesOf } from '../chart-series-of.ts';
import { askMonth } from '../print/print-month.ts';
import { spanOf } from '../ranges.ts';
import { RecordFailure } from '../record-failure.tsx';
import { exclusionsQuery, growthTargetsQuery, recordQuery, targetsQuery } from '../record-query.ts';
import { targetBandsOf } from '../target-bands.ts';
import { askedOf, hasReadings, type MonthHouse, monthHouses } from './month-channels.ts';

type MonthGraphsProps = {
  farmIndex: number;
  /** yyyy-MM, not in the future. */
  month: string;
};

const PLOT = 'h-64 sm:h-80';

/** A month of one house and one sensor type, chosen by chips. */
export function MonthGraphs({ farmIndex, month }: MonthGraphsProps) {
  // The page below the dialog has often just read them.
  const targets = useQuery({ ...targetsQuery(farmIndex), staleTime: MINUTE_MS });
  const houses = useMemo(() => (targets.data ? monthHouses(targets.data.value) : []), [targets.data]);
  const [wanted, setWanted] = useState<{ house?: string; type?: ChannelTypeName }>({});
  const house = houses.find(({ areaName }) => areaName === wanted.house) ?? houses[0];
  const drawn = house?.byType.find(({ type }) => type === wanted.type) ?? house?.byType[0];
  if (!targets.data) {
    return targets.isError ? (
      <RecordFailure error={targets.error} onRetry={() => void targets.refetch()} isRetrying={targets.isFetching} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  if (!house || !drawn) return <NoGraph month={month} />;
  return (
    <div className="flex flex-col gap-4">
      {houses.length > 1 && (
        <SingleChips
          label="하우스"
          chips={houses.map(({ areaName }) => ({ value: areaName, label: areaName }))}
          value={house.areaName}
          onChange={(areaName) => setWanted((was) => ({ ...was, house: areaName }))}
        />
      )}
      <SingleChips
        label="센서와 장치 종류"
        chips={house.byType.map(({ type }) => ({ value: type, label: channelTypes[type].label }))}
        value={drawn.type}
        onChange={(type) => setWanted((was) => ({ ...was, type }))}
      />
      <MonthGraph
        farmIndex={farmIndex}
        month={month}
        house={house}
        channels={drawn.channels}
        targets={targets.data.value}
      />
    </div>
  );
}

type MonthGraphProps = MonthGraphsProps & { house: MonthHouse; channels: readonly Target[]; targets: TargetList };

function MonthGraph({ farmIndex, month, house, channels, targets }: MonthGraphProps) {
  const now = useNow(MINUTE_MS);
  const agesTo = useAgesTo();
  const asked = askMonth(month, now);
  const answer = useQuery(recordQuery(askedOf(channels), asked));
  // Requested together with the record, which is drawn without them if they are late.
  const growth = useQuery({ ...growthTargetsQuery(farmIndex), staleTime: MINUTE_MS }).data?.value;
  const exclusions = useQuery(exclusionsQuery(farmIndex)).data?.value;
  if (!answer.data) {
    return answer.isError ? (
      <RecordFailure error={answer.error} onRetry={() => void answer.refetch()} isRetrying={answer.isFetching} />
    ) : (
      <Skeleton className={PLOT} />
    );
  }
  const { value: record, missing = [] } = answer.data;
  return (
    <div className="flex flex-col gap-2">
      <DataAgeNote seen={answer.data} now={agesTo} />
      <MissingRanges missing={missing} />
      {hasReadings(record) ? (
        <Drawn
          growth={growth}
          exclusions={exclusions}
          label={`${house.areaName} ${formatMonth(month)}`}
          record={record}
          begin={asked.begin}
          end={asked.end}
          targets={targets}
        />
      ) : (
        <NoGraph month={month} />
      )}
    </div>
  );
}

type DrawnProps = {
  growth: readonly GrowthTarget[] | undefined;
  exclusions: readonly ExcludedSpan[] | undefined;
  label: string;
  record: MonitorRecord;
  /** Seoul days. */
  begin: string;
  end: string;
  targets: TargetList;
};

function Drawn({ growth, exclusions, label, record, begin, end, targets }: DrawnProps) {
  const range = useMemo(() => spanOf({ begin, end }), [begin, end]);
  const series = useMemo(() => chartSeriesOf(record, exclusions), [record, exclusions]);
  const bands = useMemo(() => {
    const farm = { targets: growth ?? [], areas: targets.sensors.map(({ areaName }) => areaName) };
    return targetBandsOf(farm, record, range, (cropName) => `${cropName} 목표 온도`);
  }, [growth, targets, record, range]);
  return (
    <RecordChart label={label} series={series} range={range} bands={bands} plotClassName={PLOT} hasToolbar={false} />
  );
}

/** The specification's text for a month without a reading. */
function NoGraph({ month }: { month: string }) {
  return <Banner tone="warn">{formatMonth(month)} 그래프 정보가 없습니다</Banner>;
}
