import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { CalendarDialog } from '#src/features/growth-calendar/calendar-dialog.tsx';
import { itemCalendarQuery, prefetchCalendar } from '#src/features/growth-calendar/calendar-queries.ts';
import { MonthGraphs } from '#src/features/monitor/month/month-graphs.tsx';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import type { StatisticsView } from '#src/features/statistics/month-view.tsx';
import { StatisticsPanel } from '#src/features/statistics/statistics-panel.tsx';
import { innerQuery } from '#src/features/statistics/statistics-query.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { useSlices } from '#src/lib/use-slices.ts';
import { CropsLink } from '../-crops-link.tsx';
import { useMayWrite } from '../-use-may-write.ts';

/** Prefetches what the dialog shows first, when the pointer is near its button. */
export const prefetch = prefetchCalendar;

/** Names of the reads that a query of the dialog starts. */
const resultNames = new Set<unknown>([
  itemCalendarQuery('').queryKey[0],
  innerQuery({ farmIndex: 0, baseDate: '' }).queryKey[0],
]);

type CalendarOverPageProps = {
  farms: readonly Farm[];
  farm: Farm;
  address: string;
  onAddress: (address: string) => void;
  onFarm: (farmIndex: number, address: string) => void;
  onClose: () => void;
};

/** The growth calendar with the data of a month: composed here, because statistics and graphs are separate features. */
export function CalendarOverPage({ farm, ...dialog }: CalendarOverPageProps) {
  const [view, setView] = useState<StatisticsView>('table');
  const isResultLoading = useIsFetching({ predicate: ({ queryKey: [name] }) => resultNames.has(name) }) > 0;
  const mayWrite = useMayWrite('/cms/farm/crop-manage') && farm.right !== 'read';
  return (
    <CalendarDialog
      {...dialog}
      farmIndex={farm.index}
      isResultLoading={isResultLoading}
      mayWrite={mayWrite}
      cropLink={<CropsLink farm={farm} />}
      renderMonth={(month) => <Month farmIndex={farm.index} month={month} view={view} onView={setView} />}
    />
  );
}

type MonthProps = { farmIndex: number; month: string; view: StatisticsView; onView: (view: StatisticsView) => void };

/** The measurements of a month (yyyy-MM): statistics, then graphs below the fold. */
function Month({ farmIndex, month, view, onView }: MonthProps) {
  const slices = useSlices(1);
  return (
    <>
      <div className="flex flex-col gap-3">
        <h3 className="text-lg font-bold">{formatMonth(month)} 통계</h3>
        <StatisticsPanel
          farmIndex={farmIndex}
          month={month}
          view={view}
          onView={onView}
          renderFailure={(error, onRetry, isRetrying) => (
            <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
          )}
        />
      </div>
      <div className="flex flex-col gap-3">
        <h3 className="text-lg font-bold">{formatMonth(month)} 기록</h3>
        {slices > 0 && <MonthGraphs farmIndex={farmIndex} month={month} />}
      </div>
    </>
  );
}
