import { createFileRoute } from '@tanstack/react-router';
import { cropSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { type CropListSearch, cropListQuery } from '#src/features/crop/crop-list.ts';
import { CropManagePage } from '#src/features/crop/crop-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { CropFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => {
      const search = readSearch(loading.location.search);
      return firstResult(queryClient, cropListQuery(search.view === 'all' ? undefined : index, askedOf(search)));
    }),
  component: CropManage,
  errorComponent: CropFailure,
});

function readSearch(raw: Record<string, unknown>): CropListSearch {
  return {
    ...listSearch(cropSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  };
}

function CropManage() {
  useTitle('작물 관리');
  const search = Route.useSearch();
  const { farms, farm, isKnown } = useChosenFarm();
  const navigate = Route.useNavigate();
  const mayWrite = useMayWrite('/cms/farm/crop-manage');
  // The request of the list needs the farm.
  if (!isKnown) return <Skeleton className="h-[40rem]" />;
  return (
    <CropManagePage
      farms={farms}
      farm={farm}
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      mayWrite={mayWrite}
    />
  );
}
