import { createFileRoute } from '@tanstack/react-router';
import { inspectionKindNames, inspectionStates } from '#contract/inspection/inspection-names.ts';
import { inspectionSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { type InspectionListSearch, inspectionListQuery } from '#src/features/inspection/inspection-list.ts';
import { InspectionManagePage } from '#src/features/inspection/inspection-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { InspectionFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

const states = [...inspectionStates, 'all'] as const;

export const Route = createFileRoute('/cms/device/inspection-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => {
      const search = readSearch(loading.location.search);
      return firstResult(
        queryClient,
        inspectionListQuery(search.view === 'all' ? undefined : index, search, askedOf(search)),
      );
    }),
  component: InspectionManage,
  errorComponent: InspectionFailure,
});

function readSearch(raw: Record<string, unknown>): InspectionListSearch {
  const state = states.find((known) => known === raw.state);
  const kind = inspectionKindNames.find((known) => known === raw.kind);
  return {
    ...listSearch(inspectionSorts, raw),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(typeof raw.device === 'number' && Number.isSafeInteger(raw.device) && { device: raw.device }),
    ...(raw.view === 'all' && { view: raw.view }),
  };
}

function InspectionManage() {
  useTitle('점검 관리');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm, isKnown } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/device/inspection-manage');
  // The request of the list needs the farm.
  if (!isKnown) return <Skeleton className="h-[40rem]" />;
  return (
    <InspectionManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      farm={farm}
      hasOtherFarms={farms.length > 1}
      mayWrite={mayWrite}
      mayCreate={mayWrite && farm !== undefined && farm.right !== 'read'}
    />
  );
}
