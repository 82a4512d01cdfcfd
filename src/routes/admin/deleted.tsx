import { createFileRoute } from '@tanstack/react-router';
import { deletedSorts } from '#contract/wire/sorts.ts';
import { DeletedPage } from '#src/features/farm/deleted-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/deleted')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(deletedSorts, raw),
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
