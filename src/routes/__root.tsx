import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { Client } from '#src/api/client.ts';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { RouteFailure } from './-route-failure.tsx';

/** What guards and loaders may use. */
export type RouterContext = {
  client: Client;
  /** So long a page waits for what the device keeps before it begins with empty shapes, ms. */
  firstLookMs: number;
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
