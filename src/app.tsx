import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Client } from '#src/api/client.ts';
import { ClientProvider } from '#src/api/client-provider.tsx';
import { isLeaving, isNavigating } from './lib/navigation.ts';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundRedirect } from './routes/-not-found-redirect.tsx';
import { RouteFailure } from './routes/-route-failure.tsx';

/**
 * How long the first page may wait for its data, so that it renders at once; the device usually needs a tenth of it,
 * ms.
 */
const FIRST_PAGE_MS = 1_000;

/** The router of the pages; `history` defaults to the browser's. */
export function createAppRouter(client: Client, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { client, firstReadsLimitMs: FIRST_PAGE_MS },
    defaultPreload: 'intent',
    // Loaders run on every navigation; the QueryClient caches their data, not the router.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultGcTime: 0,
    defaultPreloadStaleTime: 0,
    // Scrolling exists in a browser only.
    scrollRestoration: !history,
    defaultNotFoundComponent: NotFoundRedirect,
    // A page that fails keeps its shell: menu, banners and sign-out.
    defaultErrorComponent: RouteFailure,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    isNavigating.set(true);
    isLeaving.set(pathChanged);
  });
  router.subscribe('onResolved', () => {
    isNavigating.set(false);
    isLeaving.set(false);
  });
  return router;
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

export function App({ client, router }: { client: Client; router: AppRouter }) {
  return (
    <StrictMode>
      <ClientProvider client={client}>
        <RouterProvider router={router} />
      </ClientProvider>
    </StrictMode>
  );
}
