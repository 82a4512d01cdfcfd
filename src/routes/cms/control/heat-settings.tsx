import { createFileRoute } from '@tanstack/react-router';
import { getHeat } from '#contract/heat/heat.ts';
import type { AuthCode } from '#contract/menu/menu.ts';
import { rightOnPage } from '#contract/menu/page-right.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { watchedControl } from '#src/features/control/control-query.ts';
import { HeatPage } from '#src/features/heat/heat-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';
import { StopEverything } from './-stop-everything.tsx';

export const Route = createFileRoute('/cms/control/heat-settings')({
  staticData: { needsFarm: true },
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index, right }, { queryClient, session }) =>
      Promise.allSettled([
        firstResult(queryClient, readQuery(getHeat, { params: { id: index } })),
        firstResult(queryClient, readQuery(areaValues, { params: { farmId: index } })),
        // It decides whether a bar stands over the page.
        ...(right !== 'read' && mayOperate(session.get().data)
          ? [firstResult(queryClient, watchedControl(index))]
          : []),
      ]),
    ),
  component: HeatSettingsPage,
});

/** Whether the menu lets the user write on the page of equipment; others may not read its state. */
function mayOperate(user: { userAuthority: UserAuthority; urlMap: Record<string, AuthCode> } | null): boolean {
  if (!user) return false;
  const entries = Object.entries(user.urlMap).map(([menuUrl, authCode]) => ({ menuUrl, authCode }));
  return rightOnPage({ authority: user.userAuthority, entries }, '/cms/control/operate') === 'write';
}

function HeatSettingsPage() {
  useTitle('난방 설정');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/heat-settings');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <StopEverything edge="top" />
      <HeatPage key={farm.index} farm={farm} mayWrite={mayWrite} />
    </>
  );
}
