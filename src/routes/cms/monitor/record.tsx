import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import Printer from 'lucide-react/icons/printer';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { DecisionLinks } from '#src/features/monitor/decision-links.tsx';
import { OfflineReady } from '#src/features/monitor/offline-ready.tsx';
import { type RangeName, rangeNames } from '#src/features/monitor/range-names.ts';
import { askFor, spanOf } from '#src/features/monitor/ranges.ts';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { RecordPanel } from '#src/features/monitor/record-panel.tsx';
import { targetsQuery } from '#src/features/monitor/record-query.ts';
import { readRecordPage } from '#src/features/monitor/record-reads.ts';
import {
  type AddressList,
  listIn,
  listOf,
  numbersOf,
  type RecordSearch,
  type RecordViewName,
  recordViews,
} from '#src/features/monitor/record-search.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useRightOnPage } from '../../-use-right-on-page.ts';
import { useTitle } from '../../-use-title.ts';

/** Only a chart with actuators loads it. */
const ActuatorRuns = lazy(async () => {
  const { ActuatorRuns: loaded } = await import('#src/features/control/actuator-runs.tsx');
  return { default: loaded };
});

/** Search parameters: lists as '3-5', moments as '2026-11-18T1250' in Seoul, default values are omitted. */
type Search = {
  sensors?: AddressList;
  devices?: AddressList;
  range?: RangeName;
  begin?: string;
  end?: string;
  view?: RecordViewName;
  lastYear?: true;
};

export const Route = createFileRoute('/cms/monitor/record')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (asked) =>
    readFarm(asked, ({ index }, { queryClient, clock }) => {
      const { sensors, devices, range = '24h', begin, end } = readSearch(asked.location.search);
      const search = { range, begin, end, sensors: numbersOf(sensors), devices: numbersOf(devices) };
      return readRecordPage({ queryClient, farmIndex: index, search, now: clock.now() });
    }),
  component: RecordPage,
  errorComponent: MonitorFailure,
});

function readSearch(raw: Record<string, unknown>): Search {
  const text = (name: string) => (raw[name] === undefined ? undefined : String(raw[name]));
  const range = rangeNames.find((name) => name === raw.range);
  const view = recordViews.find((name) => name === raw.view);
  const lastYear = raw.lastYear === true ? raw.lastYear : undefined;
  const lists = { sensors: listIn(raw.sensors), devices: listIn(raw.devices) };
  return { ...lists, range, begin: text('begin'), end: text('end'), view, lastYear };
}

function RecordPage() {
  useTitle('센서 기록');
  const { farm } = useChosenFarm();
  return (
    <div className="flex flex-col gap-2 desk:gap-6">
      <h1 className="text-2xl font-bold short:sr-only">{farm ? `${farm.farmName} 센서 기록` : '센서 기록'}</h1>
      {farm ? <FarmRecord key={farm.index} farm={farm} /> : <Skeleton className="h-[40rem]" />}
    </div>
  );
}

/** The first Seoul day of a free range, if the range is at most a day. */
function dayOf({ range, begin, end }: Search): string | undefined {
  const shown = spanOf(askFor('free', 0, { begin, end }));
  return range === 'free' && shown.end - shown.begin <= DAY_MS ? seoulDate(shown.begin) : undefined;
}

function FarmRecord({ farm }: { farm: Farm }) {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const targets = useQuery(targetsQuery(farm.index));
  const sensors = useMemo(() => numbersOf(search.sensors), [search.sensors]);
  const devices = useMemo(() => numbersOf(search.devices), [search.devices]);
  const now = useNow();
  const right = useRightOnPage('/cms/control/log');
  const drawn = useMemo(() => {
    const all = targets.data?.value.devices.flatMap((group) => group.devices) ?? [];
    return all.filter(({ index }) => devices?.includes(index));
  }, [targets.data, devices]);
  const handleSearch = useCallback(
    ({ sensors, devices, lastYear, ...rest }: Partial<RecordSearch>) =>
      void navigate({
        search: (was) => ({
          ...was,
          ...rest,
          ...(sensors && { sensors: listOf(sensors) }),
          // No devices are chosen by default.
          ...(devices && { devices: devices.length > 0 ? listOf(devices) : undefined }),
          ...(lastYear !== undefined && { lastYear: lastYear || undefined }),
        }),
        // A history entry per zoom step would make "back" useless.
        replace: 'begin' in rest,
        resetScroll: false,
      }),
    [navigate],
  );

  if (!targets.data) {
    if (!targets.isError) return <Skeleton className="h-[40rem]" />;
    const retry = { onRetry: () => void targets.refetch(), isRetrying: targets.isFetching };
    return <RecordFailure error={targets.error} {...retry} />;
  }
  return (
    <RecordPanel
      farm={farm}
      targets={targets.data.value}
      search={{
        range: search.range ?? '24h',
        view: search.view ?? 'chart',
        lastYear: search.lastYear ?? false,
        begin: search.begin,
        end: search.end,
        sensors,
        devices,
      }}
      onSearch={handleSearch}
      renderPrint={(month, sensors) => (
        <Link
          to="/cms/monitor/record-print"
          search={(was) => ({ farm: was.farm, month, sensors: listOf(sensors) })}
          className={buttonClass()}
        >
          <Printer aria-hidden className="size-5" />한 달 인쇄
        </Link>
      )}
      offlineState={
        <>
          {(right === 'read' || right === 'write') && drawn.length > 0 && (
            <>
              <DecisionLinks farmIndex={farm.index} drawn={drawn} day={dayOf(search)} />
              <Suspense>
                <ActuatorRuns
                  farmIndex={farm.index}
                  drawn={drawn}
                  range={spanOf(askFor(search.range ?? '24h', now, search))}
                />
              </Suspense>
            </>
          )}
          <OfflineReady farm={farm.index} />
        </>
      }
    />
  );
}
