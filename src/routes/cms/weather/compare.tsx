import { createFileRoute, Link } from '@tanstack/react-router';
import Printer from 'lucide-react/icons/printer';
import type { Farm } from '#contract/farm/farm.ts';
import { MINUTE_MS, seoulMonth } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { OfflineReady } from '#src/features/monitor/offline-ready.tsx';
import { type RangeName, rangeNames } from '#src/features/monitor/range-names.ts';
import { askFor } from '#src/features/monitor/ranges.ts';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { listOf } from '#src/features/monitor/record-search.ts';
import { useAddressRange } from '#src/features/monitor/use-address-range.tsx';
import { ComparePanel, type CompareViewName } from '#src/features/weather/compare/compare-panel.tsx';
import { readComparePage } from '#src/features/weather/compare/compare-reads.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { StationLink } from '../../-station-link.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** Search parameters; default values are omitted. `of`: a sensor type, `against`: a station. */
type Search = {
  of?: string;
  house?: number;
  against?: string;
  range?: RangeName;
  begin?: string;
  end?: string;
  view?: CompareViewName;
};

export const Route = createFileRoute('/cms/weather/compare')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient, clock }) => {
      const { range = '24h', begin, end, ...wanted } = readSearch(loading.location.search);
      return readComparePage(queryClient, index, wanted, askFor(range, clock.now(), { begin, end }));
    }),
  component: ComparePage,
  errorComponent: MonitorFailure,
});

function readSearch(raw: Record<string, unknown>): Search {
  const text = (name: string) => (raw[name] === undefined ? undefined : String(raw[name]));
  const house = Number.isInteger(raw.house) ? Number(raw.house) : undefined;
  const range = rangeNames.find((name) => name === raw.range);
  const view = raw.view === 'table' ? 'table' : undefined;
  return { of: text('of'), house, against: text('against'), range, begin: text('begin'), end: text('end'), view };
}

function ComparePage() {
  useTitle('안팎 비교');
  const { farm } = useChosenFarm();
  return (
    <div className="flex flex-col gap-3 desk:gap-6">
      <PageHead title={farm ? `${farm.farmName} 안팎 비교` : '안팎 비교'} />
      {farm ? <FarmComparison key={farm.index} farm={farm} /> : <Skeleton className="h-dvh" />}
    </div>
  );
}

function FarmComparison({ farm }: { farm: Farm }) {
  const { of, house, against, view = 'chart', ...inAddress } = Route.useSearch();
  const navigate = Route.useNavigate();
  const now = useNow(MINUTE_MS);
  const go = (next: Search, replace = false) =>
    void navigate({ search: (was) => ({ ...was, ...next }), replace, resetScroll: false });
  const { shown, ...range } = useAddressRange(inAddress, go);
  return (
    <ComparePanel
      farm={farm}
      wanted={{ of, house, against }}
      view={view}
      shown={shown}
      {...range}
      onChange={go}
      renderPrint={(sensors) => (
        <Link
          to="/cms/weather/compare-print"
          search={(was) => ({
            farm: was.farm,
            month: seoulMonth(Math.min(shown.end, now) - 1),
            sensors: listOf(sensors),
          })}
          className={buttonClass()}
        >
          <Printer aria-hidden className="size-5" />한 달 인쇄
        </Link>
      )}
      renderFailure={(error, onRetry, isRetrying) => (
        <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
      )}
      stationLink={<StationLink farm={farm} />}
      offlineState={<OfflineReady farm={farm.index} />}
    />
  );
}
