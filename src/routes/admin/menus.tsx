import { createFileRoute } from '@tanstack/react-router';
import { adminMenus } from '#contract/menu/menu-admin.ts';
import { menuSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { MenusPage } from '#src/features/admin/menus-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/menus')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(menuSorts, raw),
  loader: (loading) =>
    awaitFirstRead(loading, readQuery(adminMenus, { query: askedOf(listSearch(menuSorts, loading.location.search)) })),
  component: Menus,
  errorComponent: AdminFailure,
});

function Menus() {
  useTitle('메뉴와 권한');
  const navigate = Route.useNavigate();
  return (
    <MenusPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
