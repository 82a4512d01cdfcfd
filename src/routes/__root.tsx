import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ToastRegion } from '#src/ui/toast.tsx';
import { RouteFailure } from './-route-failure.tsx';

/** What loaders may use. */
export type RouterContext = { queryClient: QueryClient };

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <Outlet />
      <ToastRegion />
    </>
  ),
  errorComponent: RouteFailure,
});
