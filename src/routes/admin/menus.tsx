import { createFileRoute } from '@tanstack/react-router';
import { menuSorts } from '#contract/wire/sorts.ts';
import { MenusPage } from '#src/features/admin/menus-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/menus')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(menuSorts, raw),
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
