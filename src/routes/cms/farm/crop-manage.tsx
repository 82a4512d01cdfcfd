import { createFileRoute } from '@tanstack/react-router';
import { cropSorts } from '#contract/wire/sorts.ts';
import type { CropListSearch } from '#src/features/crop/crop-list.ts';
import { CropManagePage } from '#src/features/crop/crop-manage-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { CropFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-manage')({
  staticData: { needsFarm: true },
  validateSearch: (raw: Record<string, unknown>): CropListSearch => ({
    ...listSearch(cropSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  }),
  component: CropManage,
  errorComponent: CropFailure,
});

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
