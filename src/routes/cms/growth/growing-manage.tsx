import { createFileRoute } from '@tanstack/react-router';
import { isSeoulDate } from '#contract/time/time.ts';
import { observationSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { GrowingManagePage } from '#src/features/growing/growing-manage-page.tsx';
import { type GrowingListSearch, growingCropsQuery, growingListQuery } from '#src/features/growing/growing-reads.ts';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { CropsLink } from '../../-crops-link.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { GrowingFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/growth/growing-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => {
      const search = readSearch(loading.location.search);
      return Promise.allSettled([
        firstResult(queryClient, growingListQuery(index, search, askedOf(search))),
        firstResult(queryClient, growingCropsQuery(index)),
      ]);
    }),
  component: GrowingManage,
  errorComponent: GrowingFailure,
});

function readSearch({ crop, house, from, to, view, of, align, ...raw }: Record<string, unknown>): GrowingListSearch {
  return {
    ...listSearch(observationSorts, raw),
    ...(typeof crop === 'string' && { crop }),
    ...(typeof house === 'string' && { house }),
    ...(typeof from === 'string' && isSeoulDate(from) && { from }),
    ...(typeof to === 'string' && isSeoulDate(to) && { to }),
    ...(view === 'chart' && { view }),
    ...(typeof of === 'string' && { of }),
    ...(align === 'bud-break' && { align }),
  };
}

function GrowingManage() {
  useTitle('생육 조사');
  const search = Route.useSearch();
  const { farm } = useChosenFarm();
  const navigate = Route.useNavigate();
  const mayWrite = useMayWrite('/cms/growth/growing-manage');
  // The request of the list needs the farm.
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <GrowingManagePage
      key={farm.index}
      farm={farm}
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      mayWrite={mayWrite && farm.right !== 'read'}
      cropsLink={<CropsLink farm={farm} />}
    />
  );
}
