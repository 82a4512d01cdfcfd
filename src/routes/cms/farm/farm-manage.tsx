import { createFileRoute } from '@tanstack/react-router';
import { farmSorts } from '#contract/wire/sorts.ts';
import { FarmCreatePage } from '#src/features/farm/farm-create-page.tsx';
import { type FarmListSearch, farmListQuery } from '#src/features/farm/farm-list.ts';
import { FarmManagePage } from '#src/features/farm/farm-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { FarmFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useRightOnPage } from '../../-use-right-on-page.ts';
import { useTitle } from '../../-use-title.ts';

type Search = FarmListSearch & { open?: true };

export const Route = createFileRoute('/cms/farm/farm-manage')({
  validateSearch: readSearch,
  loader: (loading) => {
    const search = readSearch(loading.location.search);
    return awaitFirstRead(loading, farmListQuery(search.view, askedOf(search)));
  },
  component: FarmManage,
  errorComponent: FarmFailure,
});

function readSearch(raw: Record<string, unknown>): Search {
  return {
    ...listSearch(farmSorts, raw),
    ...(raw.view === 'shared' && { view: raw.view }),
    // Opens the form at once: users without a farm are redirected here with it.
    ...(raw.open === true && { open: raw.open }),
  };
}

function FarmManage() {
  const { open, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const right = useRightOnPage('/cms/farm/farm-manage');
  const { farms, isKnown } = useChosenFarm();
  const isCreating = open === true && right === 'write';
  useTitle(isCreating ? '농장 등록' : '농장 관리');
  if (open && right === undefined) return <Skeleton className="h-[60rem] max-w-2xl" />;
  if (isCreating) return <FarmCreatePage isFirst={isKnown && farms.length === 0} />;
  return (
    <FarmManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      mayWrite={right === 'write'}
    />
  );
}
