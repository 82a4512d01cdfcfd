import { createFileRoute } from '@tanstack/react-router';
import { adminItemCodes } from '#contract/crop/item-code.ts';
import { itemCodeSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { ItemCodesPage } from '#src/features/item-code/item-codes-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/item-codes')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(itemCodeSorts, raw),
  loader: (loading) =>
    awaitFirstRead(
      loading,
      readQuery(adminItemCodes, { query: askedOf(listSearch(itemCodeSorts, loading.location.search)) }),
    ),
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
