import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { Client } from '#src/api/client.ts';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { RouteFailure } from './-route-failure.tsx';

/** The context of guards and loaders. */
export type RouterContext = {
  client: Client;
  /** How long a page waits for cached data before it shows skeletons, ms. */
  firstReadsLimitMs: number;
};

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <Outlet />
      <ToastRegion />
    </>
  ),
  errorComponent: RouteFailure,
});
