import { createFileRoute } from '@tanstack/react-router';
import { adminItemCodes } from '#contract/crop/item-code.ts';
import { itemCodeSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { ItemCodesPage } from '#src/features/item-code/item-codes-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstReads } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/item-codes')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(itemCodeSorts, raw),
  loader: (loading) =>
    awaitFirstReads(loading, ({ queryClient }) => [
      firstResult(
        queryClient,
        readQuery(adminItemCodes, { query: askedOf(listSearch(itemCodeSorts, loading.location.search)) }),
      ),
    ]),
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
