import { createFileRoute } from '@tanstack/react-router';
import { itemCodeSorts } from '#contract/wire/sorts.ts';
import { ItemCodesPage } from '#src/features/item-code/item-codes-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/item-codes')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(itemCodeSorts, raw),
  component: ItemCodes,
  errorComponent: AdminFailure,
});

function ItemCodes() {
  useTitle('품목 코드');
  const navigate = Route.useNavigate();
  return (
    <ItemCodesPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
