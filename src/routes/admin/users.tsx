import { createFileRoute } from '@tanstack/react-router';
import { adminUsers } from '#contract/user/user-admin.ts';
import { userSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { UsersPage } from '#src/features/user/users-page.tsx';
import { askedOf, type ListSearch, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

/** `open`: opens the form for a new user. */
type Search = ListSearch<(typeof userSorts)[number]> & { open?: true };

export const Route = createFileRoute('/admin/users')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...listSearch(userSorts, raw),
    ...(raw.open === true && { open: raw.open }),
  }),
  loader: (loading) =>
    awaitFirstRead(loading, readQuery(adminUsers, { query: askedOf(listSearch(userSorts, loading.location.search)) })),
  component: Users,
  errorComponent: AdminFailure,
});

function Users() {
  useTitle('사용자');
  const navigate = Route.useNavigate();
  const { open, ...search } = Route.useSearch();
  return (
    <UsersPage
      search={search}
      isAdding={open === true}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
