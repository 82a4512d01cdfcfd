import './print.css';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useMemo, useState } from 'react';
import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import { MINUTE_MS, seoulMonth } from '#contract/time/time.ts';
import type { Fetched } from '#src/api/call/call.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { chosenSeries } from '../chosen-series.ts';
import { spanOf } from '../ranges.ts';
import { RecordFailure } from '../record-failure.tsx';
import { exclusionsQuery, recordQuery } from '../record-query.ts';
import { askMonth, monthOrNow, sheetsOf } from './print-month.ts';
import { PrintSheet } from './print-sheet.tsx';

const NO_EXCLUSIONS: readonly ExcludedSpan[] = [];

type PrintedFarm = { index: number; farmName: string; isSimulated: boolean };

type PrintPanelProps = {
  farm: PrintedFarm;
  targets: TargetList;
  /** yyyy-MM from the URL. */
  month: string | undefined;
  sensors: readonly number[] | undefined;
  onMonth: (month: string) => void;
  renderBack: (children: ReactNode, className: string) => ReactNode;
  /** Text of the link back. */
  backLabel?: string;
};

/** The print view of a farm's month: a sheet per sensor type. */
export function PrintPanel({
  farm,
  targets,
  onMonth,
  renderBack,
  backLabel = '센서 기록',
  ...wanted
}: PrintPanelProps) {
  const now = useNow(MINUTE_MS);
  const month = monthOrNow(wanted.month, now);
  const { sensors } = chosenSeries(targets, { sensors: wanted.sensors });
  const asked = askMonth(month, now);
  const record = useQuery(recordQuery({ sensors, devices: [] }, asked));
  const [ready, setReady] = useState<readonly string[]>([]);
  const kinds = record.data ? sheetsOf(record.data.value) : [];
  const isDrawn = kinds.length > 0 && kinds.every((kind) => ready.includes(sheetKey(month, kind)));
  const name = formatMonth(month);

  return (
    <div className="flex flex-col gap-5">
      <div data-screen-only>
        <PageHead
          title={`${name} 인쇄`}
          renderBack={renderBack}
          backLabel={backLabel}
          lead="센서 종류마다 A4 한 장입니다. 인쇄 창에서 PDF로 저장할 수도 있습니다."
          actions={
            <>
              <IconButton label="이전 달" onClick={() => onMonth(addSeoulMonths(month, -1))}>
                <ChevronLeft aria-hidden />
              </IconButton>
              <IconButton
                label="다음 달"
                disabled={month >= seoulMonth(now)}
                onClick={() => onMonth(addSeoulMonths(month, 1))}
              >
                <ChevronRight aria-hidden />
              </IconButton>
              <Button
                variant="primary"
                onClick={() => window.print()}
                disabled={!isDrawn}
                icon={<Printer aria-hidden className="size-5" />}
              >
                인쇄
              </Button>
            </>
          }
        />
      </div>
      {sensors.length === 0 ? (
        <EmptyState title="인쇄할 센서가 없습니다">센서 기록에서 센서를 고른 뒤 다시 눌러 주세요.</EmptyState>
      ) : record.data ? (
        <Sheets
          farm={farm}
          month={month}
          kinds={kinds}
          asked={asked}
          seen={record.data}
          onReady={(key) => setReady((was) => (was.includes(key) ? was : [...was, key]))}
        />
      ) : record.isError ? (
        <RecordFailure error={record.error} onRetry={() => void record.refetch()} isRetrying={record.isFetching} />
      ) : (
        <Skeleton className="h-[40rem]" />
      )}
    </div>
  );
}

type SheetsProps = {
  farm: PrintedFarm;
  month: string;
  kinds: readonly MonitorRecord[];
  asked: { begin: string; end: string };
  seen: Pick<Fetched<unknown>, 'fetchedAt' | 'missing'>;
  onReady: (key: string) => void;
};

function Sheets({ farm, month, kinds, asked: { begin, end }, seen, onReady }: SheetsProps) {
  const exclusions = useQuery(exclusionsQuery(farm.index)).data?.value ?? NO_EXCLUSIONS;
  const days = useMemo(() => ({ begin, end }), [begin, end]);
  const range = useMemo(() => spanOf(days), [days]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys.
    <section data-sheets tabIndex={0} aria-label="인쇄할 쪽" className="flex flex-col gap-6 overflow-x-auto pb-4">
      {kinds.map((kind) => {
        const key = sheetKey(month, kind);
        return (
          <PrintSheet
            key={key}
            monthName={formatMonth(month)}
            record={kind}
            farm={farm}
            days={days}
            range={range}
            exclusions={exclusions}
            seen={seen}
            onReady={() => onReady(key)}
          />
        );
      })}
    </section>
  );
}

function sheetKey(month: string, { data }: MonitorRecord): string {
  return `${month} ${data.sensorGraph.map(({ index }) => index).join(',')}`;
}
