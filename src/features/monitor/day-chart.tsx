import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TargetList } from '#contract/monitor.ts';
import { useNow } from '#src/api/server-clock.ts';
import { Card } from '#src/ui/card.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { askFor, spanOf } from './ranges.ts';
import { RecordChart } from './record-chart.tsx';
import { recordQuery, targetsQuery } from './record-query.ts';

export type DayChartProps = { farmId: number };

const CLOCK_STEP_MS = 60_000;

/** The last 24 hours of the temperatures of a farm, at a glance. */
export function DayChart({ farmId }: DayChartProps) {
  const asked = askFor('24h', useNow(CLOCK_STEP_MS));
  const targets = useQuery(targetsQuery(farmId));
  const sensors = useMemo(() => temperatures(targets.data?.value), [targets.data]);
  const record = useQuery(recordQuery({ sensors, devices: [] }, asked));
  const { begin, end } = asked;
  const range = useMemo(() => spanOf({ begin, end }), [begin, end]);
  if (targets.data && sensors.length === 0) return null;
  if (!record.data && record.isError) return null;
  return (
    <Card aria-labelledby="day-chart-title" className="flex flex-col gap-2">
      <h2 id="day-chart-title" className="text-lg font-bold">
        지난 24시간
      </h2>
      {record.data ? (
        <RecordChart
          label="지난 24시간 온도"
          record={record.data.value}
          range={range}
          plotClassName="h-64"
          hasToolbar={false}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Card>
  );
}

function temperatures(targets: TargetList | undefined): number[] {
  return (targets?.sensors ?? []).flatMap(({ devices }) =>
    devices.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index),
  );
}
