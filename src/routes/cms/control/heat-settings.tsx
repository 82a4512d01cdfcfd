import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { HEAT_PAGE } from '#contract/heat/heat.ts';
import { sideMenu } from '#contract/menu/menu.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import { HeatPage } from '#src/features/heat/heat-page.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/control/heat-settings')({ component: HeatSettingsPage });

function HeatSettingsPage() {
  useTitle('난방 설정');
  const { farm } = useChosenFarm();
  const { data: session } = useSession();
  const menu = useQuery(readQuery(sideMenu, { query: { userAuthority: session?.userAuthority } }));
  const entry = menu.data?.value.flatMap(({ childMenus }) => childMenus).find(({ menuUrl }) => menuUrl === HEAT_PAGE);
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return <HeatPage key={farm.index} farm={farm} mayWrite={entry?.authCode !== 'AUTH_READ'} />;
}
