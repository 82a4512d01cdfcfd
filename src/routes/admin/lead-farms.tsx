import { createFileRoute } from '@tanstack/react-router';
import { leadFarms } from '#contract/farm/farm-admin.ts';
import { leadFarmSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { LeadFarmsPage } from '#src/features/farm/lead-farms-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/lead-farms')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(leadFarmSorts, raw),
  loader: (loading) =>
    awaitFirstRead(
      loading,
      readQuery(leadFarms, { query: askedOf(listSearch(leadFarmSorts, loading.location.search)) }),
    ),
  component: LeadFarms,
  errorComponent: AdminFailure,
});

function LeadFarms() {
  useTitle('선도농가');
  const navigate = Route.useNavigate();
  return (
    <LeadFarmsPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
