import { createFileRoute } from '@tanstack/react-router';
import { ruleSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { type RuleListSearch, ruleListQuery } from '#src/features/rule/rule-list.ts';
import { RuleManagePage } from '#src/features/rule/rule-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { readFarm } from '../../-first-reads.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { StopEverything } from './-stop-everything.tsx';
import { stopReads } from './-stop-reads.ts';
import { ruleFamilyIn, useRuleFamily } from './-use-rule-family.ts';

/** One page for the five rule families. */
export const Route = createFileRoute('/cms/control/{$family}-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loader: (loading) =>
    readFarm(loading, (farm, client) => {
      const search = readSearch(loading.location.search);
      const farmIndex = search.view === 'all' ? undefined : farm.index;
      const rules = ruleListQuery(ruleFamilyIn(loading.params.family), farmIndex, askedOf(search));
      return Promise.allSettled([firstResult(client.queryClient, rules), ...stopReads(farm, client)]);
    }),
  component: RuleManage,
  errorComponent: RouteFailure,
});

function readSearch(raw: Record<string, unknown>): RuleListSearch {
  return { ...listSearch(ruleSorts, raw), ...(raw.view === 'all' && { view: raw.view }) };
}

function RuleManage() {
  const family = useRuleFamily(Route.useParams().family);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm, isKnown } = useChosenFarm();
  const mayWrite = useMayWrite(`/cms/control/${family}-manage`);
  // The request of the list needs the farm.
  if (!isKnown) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <RuleManagePage
        key={family}
        family={family}
        search={search}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
        farm={farm}
        hasOtherFarms={farms.length > 1}
        mayWrite={mayWrite}
        mayCreate={mayWrite && farm !== undefined && farm.right !== 'read'}
      />
      <StopEverything />
    </>
  );
}
