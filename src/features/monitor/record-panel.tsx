import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { TargetList } from '#contract/monitor/monitor.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import { DAY_MS, MINUTE_MS, seoulMonth } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { ChartOrTable } from '#src/ui/chart-or-table.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { MissingRanges } from '#src/ui/feedback/missing-ranges.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { chosenSeries } from './chosen-series.ts';
import { CoarseLevel } from './coarse-level.tsx';
import { LastYearSentence } from './last-year-sentence.tsx';
import { RangePicker } from './range-picker.tsx';
import { askFor, freeRange, spanOf } from './ranges.ts';
import { RecordFailure } from './record-failure.tsx';
import { exclusionsQuery, growthTargetsQuery, recordQuery } from './record-query.ts';
import type { RecordSearch } from './record-search.ts';
import { RecordSentence } from './record-sentence.tsx';
import { RecordView } from './record-view.tsx';
import { TargetPicker } from './target-picker.tsx';
import { useLastYear } from './use-last-year.ts';

type RecordPanelProps = {
  farm: { index: number; farmName: string; isSimulated: boolean };
  targets: TargetList;
  search: RecordSearch;
  onSearch: (next: Partial<RecordSearch>) => void;
  /** Renders a link to print a month of these sensors. */
  renderPrint: (month: string, sensors: readonly number[]) => ReactNode;
  /** Which of the farm's data is on this device. */
  offlineState?: ReactNode;
};

const NO_EXCLUSIONS: readonly ExcludedSpan[] = [];
const CLOCK_STEP_MS = MINUTE_MS;

function NoSensors() {
  const toSensors = (
    <Link to="/cms/device/sensor-manage" className={buttonClass()}>
      센서 관리
    </Link>
  );
  return (
    <Card>
      <EmptyState title="아직 센서가 없습니다" action={toSensors}>
        센서를 등록하고 값을 보내면 여기에 그려집니다.
      </EmptyState>
    </Card>
  );
}

/** Readings over a range: summary, chart or table, and the choice of series. */
export function RecordPanel({ farm, targets, search, onSearch, renderPrint, offlineState }: RecordPanelProps) {
  const now = useNow(CLOCK_STEP_MS);
  const { range, view } = search;
  const asked = askFor(range, now, search);
  const { begin, end } = asked;
  const shown = useMemo(() => spanOf({ begin, end }), [begin, end]);
  const { sensors, devices } = useMemo(
    () => chosenSeries(targets, { sensors: search.sensors, devices: search.devices }),
    [targets, search.sensors, search.devices],
  );
  const record = useQuery({ ...recordQuery({ sensors, devices }, asked), placeholderData: keepPreviousData });
  const growthOfFarm = useQuery(growthTargetsQuery(farm.index)).data?.value;
  const growth = useMemo(
    () => ({ targets: growthOfFarm ?? [], areas: targets.sensors.map(({ areaName }) => areaName) }),
    [growthOfFarm, targets],
  );
  const exclusions = useQuery(exclusionsQuery(farm.index)).data?.value;
  const lastYear = useLastYear({ isOn: search.lastYear, sensors, asked, shown });

  if (targets.sensors.length + targets.devices.length === 0) return <NoSensors />;
  return (
    <div className="flex flex-col gap-2 md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:items-start md:gap-4">
      <div className="flex min-w-0 flex-col gap-2 desk:gap-5">
        <ChartOrTable view={view} onView={(next) => onSearch({ view: next })} panelId="record-view" />
        <RangePicker
          range={range}
          begin={asked.begin}
          end={asked.end}
          onChange={(next, free) => onSearch({ range: next, begin: free?.begin, end: free?.end })}
        />
        <TargetPicker targets={targets} sensors={sensors} devices={devices} onChange={onSearch} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card aria-label="기록" padding="md" className="flex flex-col gap-2 short:gap-0 short:py-2">
          <div className="min-h-18 sm:min-h-12 short:contents">
            <div aria-live="polite" className="short:min-h-7">
              {record.data && <RecordSentence record={record.data.value} />}
              {record.data && <LastYearSentence record={record.data.value} lastYear={lastYear} />}
              {record.data && <CoarseLevel record={record.data.value} targets={targets} />}
              <MissingRanges missing={record.data?.missing ?? []} />
            </div>
            {record.data && <Freshness {...record.data} />}
          </div>
          <div id="record-view" role="tabpanel" aria-label={view === 'chart' ? '그래프' : '표'}>
            {sensors.length + devices.length === 0 ? (
              <EmptyState title="보고 싶은 센서를 골라 주세요">센서나 장치를 누르면 그래프에 나타납니다.</EmptyState>
            ) : record.isError && !record.data ? (
              <RecordFailure
                error={record.error}
                onRetry={() => void record.refetch()}
                isRetrying={record.isFetching}
              />
            ) : record.data ? (
              <RecordView
                farm={farm}
                record={record.data.value}
                lastYear={lastYear.laid}
                growth={growth}
                exclusions={exclusions?.length ? exclusions : NO_EXCLUSIONS}
                shown={shown}
                view={view}
                printLink={sensors.length > 0 && renderPrint(seoulMonth(Math.min(shown.end, now) - 1), sensors)}
                onZoom={(next) => onSearch({ range: 'free', ...freeRange(next.begin, next.end) })}
              />
            ) : (
              <Skeleton className="h-96" />
            )}
          </div>
        </Card>
        <div className="w-full sm:max-w-72">
          <Switch label="작년 같은 기간" value={search.lastYear} onChange={(next) => onSearch({ lastYear: next })} />
        </div>
        {offlineState}
      </div>
    </div>
  );
}

type FreshnessProps = { fetchedAt: number; from: 'network' | 'device' };

/** The age of the response, always in one line, so that an update does not shift the layout. */
function Freshness({ fetchedAt, from }: FreshnessProps) {
  const now = useAgesTo();
  const at = formatDateTime(fetchedAt);
  const when = (
    <time dateTime={new Date(fetchedAt).toISOString()} title={at}>
      {now - fetchedAt < DAY_MS ? formatAge(now - fetchedAt) : at}
    </time>
  );
  return (
    <p className="text-age text-ink-soft short:order-last">
      {from === 'device' ? <>이 기기에 저장된 기록입니다. ({when})</> : <>{when} 받은 기록입니다.</>}
    </p>
  );
}
