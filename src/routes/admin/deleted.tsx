import { createFileRoute } from '@tanstack/react-router';
import { deletedThings } from '#contract/farm/farm-admin.ts';
import { deletedSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { DeletedPage } from '#src/features/farm/deleted-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/deleted')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(deletedSorts, raw),
  loader: (loading) =>
    awaitFirstRead(
      loading,
      readQuery(deletedThings, { query: askedOf(listSearch(deletedSorts, loading.location.search)) }),
    ),
  component: Deleted,
  errorComponent: AdminFailure,
});

function Deleted() {
  useTitle('삭제한 농장과 작물');
  const navigate = Route.useNavigate();
  return (
    <DeletedPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
