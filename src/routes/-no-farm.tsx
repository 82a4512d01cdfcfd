import { Navigate, useRouter } from '@tanstack/react-router';
import Warehouse from 'lucide-react/icons/warehouse';
import { useState } from 'react';
import { useSession } from '#src/api/session/session.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { useRightOnPage } from './-use-right-on-page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The page shows data of a farm: without a farm it is not rendered. `or-unsent`: a farm that is not sent yet will
     * do, and the page itself renders NoFarm.
     */
    needsFarm?: true | 'or-unsent';
  }
}

/**
 * Replaces a page that needs a farm while the user has none: leads to the farm registration, and an administrator on
 * the start page to the administration.
 */
export function NoFarm() {
  const { data: session } = useSession();
  const { latestLocation } = useRouter();
  // The initial location: redirecting changes it while this is still mounted.
  const [isStart] = useState(() => latestLocation.pathname === '/cms/dashboard');
  const right = useRightOnPage('/cms/farm/farm-manage');
  if (isStart && session?.userAuthority === 'ROLE_ADMINISTER') return <Navigate to="/admin" replace />;
  if (right === undefined) return <Skeleton className="h-[40rem]" />;
  if (right !== 'none') return <Navigate to="/cms/farm/farm-manage" search={{ open: true }} replace />;
  return (
    <EmptyState title="볼 수 있는 농장이 없습니다" icon={<Warehouse aria-hidden className="size-8" />}>
      농장주에게 함께 쓰기를, 관리자에게 농장 관리 권한을 부탁해 주세요.
    </EmptyState>
  );
}
