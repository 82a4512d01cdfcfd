import { createFileRoute } from '@tanstack/react-router';
import { ruleSorts } from '#contract/wire/sorts.ts';
import type { RuleListSearch } from '#src/features/rule/rule-list.ts';
import { RuleManagePage } from '#src/features/rule/rule-manage-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { StopEverything } from './-stop-everything.tsx';
import { useRuleFamily } from './-use-rule-family.ts';

/** One page for the five rule families; their schemas are loaded with it, not with the loaders. */
export const Route = createFileRoute('/cms/control/{$family}-manage')({
  staticData: { needsFarm: true },
  validateSearch: (raw: Record<string, unknown>): RuleListSearch => ({
    ...listSearch(ruleSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  }),
  component: RuleManage,
  errorComponent: RouteFailure,
});

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
