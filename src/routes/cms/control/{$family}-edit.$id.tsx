import { createFileRoute } from '@tanstack/react-router';
import { RuleEditPage } from '#src/features/rule/rule-edit-page.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { StopEverything } from './-stop-everything.tsx';
import { stopReads } from './-stop-reads.ts';
import { useRuleFamily } from './-use-rule-family.ts';

export const Route = createFileRoute('/cms/control/{$family}-edit/$id')({
  loaderDeps: farmInAddress,
  loader: (loading) => readFarm(loading, (farm, client) => Promise.allSettled(stopReads(farm, client))),
  component: RuleEdit,
  errorComponent: RouteFailure,
});

function RuleEdit() {
  const { family: named, id } = Route.useParams();
  const family = useRuleFamily(named);
  const mayWrite = useMayWrite(`/cms/control/${family}-manage`);
  return (
    <>
      <StopEverything edge="top" />
      <RuleEditPage key={id} family={family} id={id} mayWrite={mayWrite} />
    </>
  );
}
