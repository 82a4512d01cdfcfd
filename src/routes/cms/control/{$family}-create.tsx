import { createFileRoute } from '@tanstack/react-router';
import { RuleCreatePage } from '#src/features/rule/rule-create-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { StopEverything } from './-stop-everything.tsx';
import { stopReads } from './-stop-reads.ts';
import { useRuleFamily } from './-use-rule-family.ts';

export const Route = createFileRoute('/cms/control/{$family}-create')({
  staticData: { needsFarm: true },
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } => (typeof from === 'string' ? { from } : {}),
  loaderDeps: farmInAddress,
  loader: (loading) => readFarm(loading, (farm, client) => Promise.allSettled(stopReads(farm, client))),
  component: RuleCreate,
  errorComponent: RouteFailure,
});

function RuleCreate() {
  const family = useRuleFamily(Route.useParams().family);
  const { from } = Route.useSearch();
  const { farm, isKnown } = useChosenFarm();
  const mayWrite = useMayWrite(`/cms/control/${family}-manage`);
  if (!isKnown || !farm) return <Skeleton className="h-[60rem] max-w-2xl" />;
  return (
    <>
      <StopEverything edge="top" />
      <RuleCreatePage
        key={`${family} ${farm.index} ${from}`}
        family={family}
        farm={farm}
        from={from}
        mayWrite={mayWrite && farm.right !== 'read'}
      />
    </>
  );
}
