import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listFarms } from '#contract/farm/farm.ts';
import { record, targetList } from '#contract/monitor/monitor.ts';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import { addSeoulDays } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime, formatMonth } from '#src/lib/format-date.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { composedFlow, composedMonth, sensorsOfMonth } from './composed-month.ts';
import { MonthView, type StatisticsView } from './month-view.tsx';

type ComposedStatisticsProps = {
  farmIndex: number;
  /** yyyy-MM */
  month: string;
  view: StatisticsView;
  /** Shown if the device has no readings either. */
  fallback: ReactNode;
};

/** A month's statistics computed from the readings on the device, if the server did not answer. */
export function ComposedStatistics({ farmIndex, month, view, fallback }: ComposedStatisticsProps) {
  const targets = useQuery(readQuery(targetList, { query: { farmIndex } }));
  const sensors = targets.data && sensorsOfMonth(targets.data.value);
  if (targets.isPending) return <Skeleton className="h-72" />;
  if (!sensors || sensors.length === 0) return fallback;
  return <Composed farmIndex={farmIndex} month={month} view={view} sensors={sensors} fallback={fallback} />;
}

function Composed({ farmIndex, month, view, sensors, fallback }: ComposedStatisticsProps & { sensors: number[] }) {
  const [begin, end] = [`${month}-01`, addSeoulDays(`${addSeoulMonths(month, 1)}-01`, -1)];
  const answer = useQuery(readQuery(record, { query: { sensors: sensors.join(','), devices: '', begin, end } }));
  const farms = useQuery(readQuery(listFarms, {}));
  const farm = farms.data?.value.find(({ index }) => index === farmIndex);
  if (answer.isPending) return <Skeleton className="h-72" />;
  const data = answer.data && composedMonth(answer.data.value, month, '');
  if (!data) return fallback;
  const { missing = [] } = answer.data;
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="offline">
        {formatMonth(month)} 통계를 받지 못해 이 기기에 있는 기록에서 최저와 최고, 관수량을 셈했습니다. 같은 작물 평균은
        다른 농장의 기록이라 연결되면 보여 드립니다.
        {missing.length > 0 &&
          ` 이 기기에 없는 기간: ${missing.map(([from, to]) => `${formatDateTime(from)} ~ ${formatDateTime(to)}`).join(', ')}.`}
      </Banner>
      <MonthView month={month} data={data} flow={farm && composedFlow(data, farm.areaM2)} view={view} />
    </div>
  );
}
