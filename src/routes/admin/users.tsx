import { createFileRoute } from '@tanstack/react-router';
import { userSorts } from '#contract/wire/sorts.ts';
import { UsersPage } from '#src/features/user/users-page.tsx';
import { listSearch } from '#src/lib/list-search.ts';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/users')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(userSorts, raw),
  component: Users,
});

function Users() {
  useTitle('사용자');
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
