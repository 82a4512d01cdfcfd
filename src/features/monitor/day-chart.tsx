import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { Card } from '#src/ui/card.tsx';
import { Sparkline } from '#src/ui/chart/sparkline.tsx';
import { chartSeriesOf } from './chart-series-of.ts';
import { askFor, spanOf } from './ranges.ts';
import { RecordChart } from './record-chart.tsx';
import { recordQuery, targetsQuery } from './record-query.ts';

/** Often enough for a line that covers a day. */
const CLOCK_STEP_MS = 60_000;

/**
 * The last 24 hours of a farm's temperatures: one question for the chart and the small lines in the tiles. Asked once
 * it is wanted, so that the figures come first.
 */
export function useDayRecord(farmId: number, isWanted: boolean) {
  const asked = askFor('24h', useNow(CLOCK_STEP_MS));
  const targets = useQuery({ ...targetsQuery(farmId), enabled: isWanted });
  const sensors = useMemo(() => temperatures(targets.data?.value), [targets.data]);
  const record = useQuery({ ...recordQuery({ sensors, devices: [] }, asked), placeholderData: keepPreviousData });
  const { begin, end } = asked;
  const range = useMemo(() => spanOf({ begin, end }), [begin, end]);
  return { record: useMemo(() => withoutEmpty(record.data?.value), [record.data]), range };
}

type DayRecord = ReturnType<typeof useDayRecord>;

export function DayChart({ record, range }: DayRecord) {
  const series = useMemo(() => (record ? chartSeriesOf(record) : []), [record]);
  if (!record || record.data.sensorGraph.length === 0) return null;
  return (
    <Card aria-labelledby="day-chart-title" className="flex flex-col gap-2">
      <h2 id="day-chart-title" className="text-lg font-bold">
        지난 24시간 온도
      </h2>
      <RecordChart label="지난 24시간 온도" series={series} range={range} plotClassName="h-64" hasToolbar={false} />
    </Card>
  );
}

type DayLineProps = DayRecord & { sensorIndex: number };

/** One temperature of the last 24 hours, as a line without axes. */
export function DayLine({ record, range, sensorIndex }: DayLineProps) {
  const series = record?.data.sensorGraph.find(({ index }) => index === sensorIndex);
  if (!series) return null;
  const { points, stepMs, type } = series;
  return (
    <div className="my-1 [&>svg]:h-auto [&>svg]:w-full">
      <Sparkline
        points={points}
        stepMs={stepMs}
        range={range}
        gapMs={silentAfterMs(stepMs)}
        width={240}
        height={96}
        colour={channelTypes[type].colour}
      />
    </div>
  );
}

function temperatures(targets: TargetList | undefined): number[] {
  return (targets?.sensors ?? []).flatMap(({ devices }) =>
    devices.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index),
  );
}

/** Sensors that have not reported in this time have no place in a legend. */
function withoutEmpty(record: MonitorRecord | undefined): MonitorRecord | undefined {
  if (!record) return undefined;
  const sensorGraph = record.data.sensorGraph.filter(({ points }) => points.length > 0);
  return { ...record, data: { ...record.data, sensorGraph } };
}
