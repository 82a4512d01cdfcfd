import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { LeadPanel, type LeadView } from '#src/features/lead-farm/lead-panel.tsx';
import { leadTargetsQuery } from '#src/features/lead-farm/lead-query.ts';
import { readLeadPage } from '#src/features/lead-farm/lead-reads.ts';
import { type RangeName, rangeNames } from '#src/features/monitor/range-names.ts';
import { askFor } from '#src/features/monitor/ranges.ts';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { useAddressRange } from '#src/features/monitor/use-address-range.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** Search parameters; default values are omitted. */
type Search = { my?: number; lead?: number; range?: RangeName; begin?: string; end?: string; view?: LeadView };

export const Route = createFileRoute('/cms/monitor/lead-farm')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient, clock }) => {
      const { my, lead, range = '24h', ...free } = readSearch(loading.location.search);
      return readLeadPage(queryClient, index, { my, lead }, askFor(range, clock.now(), free));
    }),
  component: LeadFarmPage,
  errorComponent: MonitorFailure,
});

function readSearch(raw: Record<string, unknown>): Search {
  const text = (name: string) => (raw[name] === undefined ? undefined : String(raw[name]));
  const index = (name: string) => (Number.isInteger(raw[name]) ? Number(raw[name]) : undefined);
  const range = rangeNames.find((name) => name === raw.range);
  const view = raw.view === 'table' ? 'table' : undefined;
  return { my: index('my'), lead: index('lead'), range, begin: text('begin'), end: text('end'), view };
}

function LeadFarmPage() {
  useTitle('선도농가 비교');
  const { farm } = useChosenFarm();
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={farm ? `${farm.farmName} 선도농가 비교` : '선도농가 비교'}
        lead="두 농장에 모두 있는 것만 나란히 봅니다. 우리 농장은 실선, 선도농가는 긴 점선입니다."
      />
      {farm ? <FarmComparison key={farm.index} farm={farm} /> : <Skeleton className="h-[40rem]" />}
    </div>
  );
}

function FarmComparison({ farm }: { farm: Farm }) {
  const { my, lead, view = 'chart', ...inAddress } = Route.useSearch();
  const navigate = Route.useNavigate();
  const targets = useQuery(leadTargetsQuery(farm.index));
  const go = (next: Search, replace = false) =>
    void navigate({ search: (was) => ({ ...was, ...next }), replace, resetScroll: false });
  const range = useAddressRange(inAddress, go);
  const renderFailure = (error: Error, onRetry: () => void, isRetrying: boolean) => (
    <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
  );

  if (!targets.data) {
    if (!targets.isError) return <Skeleton className="h-[40rem]" />;
    return renderFailure(targets.error, () => void targets.refetch(), targets.isFetching);
  }
  return (
    <LeadPanel
      farm={farm}
      view={view}
      renderFailure={renderFailure}
      targets={targets.data.value}
      wanted={{ my, lead }}
      onChange={go}
      {...range}
    />
  );
}
