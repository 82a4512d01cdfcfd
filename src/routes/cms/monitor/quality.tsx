import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { sideMenu } from '#contract/menu/menu.ts';
import { QUALITY_PAGE } from '#contract/quality/quality.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import { QualityPage } from '#src/features/quality/quality-page.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/monitor/quality')({ component: SensorQuality });

function SensorQuality() {
  useTitle('센서 상태');
  const { farm } = useChosenFarm();
  const { data: session } = useSession();
  const menu = useQuery(readQuery(sideMenu, { query: { userAuthority: session?.userAuthority } }));
  const entry = menu.data?.value
    .flatMap(({ childMenus }) => childMenus)
    .find(({ menuUrl }) => menuUrl === QUALITY_PAGE);
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return <QualityPage key={farm.index} farm={farm} mayWrite={entry?.authCode !== 'AUTH_READ'} />;
}
