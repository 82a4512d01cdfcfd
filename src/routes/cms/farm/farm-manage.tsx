import { createFileRoute } from '@tanstack/react-router';
import { farmSorts } from '#contract/wire/sorts.ts';
import type { FarmListSearch } from '#src/features/farm/farm-list.ts';
import { FarmManagePage } from '#src/features/farm/farm-manage-page.tsx';
import { listSearch } from '#src/lib/list-search.ts';
import { FarmFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

type Search = FarmListSearch & { open?: true };

export const Route = createFileRoute('/cms/farm/farm-manage')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...listSearch(farmSorts, raw),
    ...(raw.view === 'shared' && { view: raw.view }),
    // Opened with open=true when the user has no farm.
    ...(raw.open === true && { open: raw.open }),
  }),
  component: FarmManage,
  errorComponent: FarmFailure,
});

function FarmManage() {
  useTitle('농장 관리');
  const { open, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayWrite = useMayWrite('/cms/farm/farm-manage');
  return (
    <FarmManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      isOpenedForFirst={open === true}
      mayWrite={mayWrite}
    />
  );
}
