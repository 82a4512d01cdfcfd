import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Client } from '#src/api/client.ts';
import { ClientProvider } from '#src/api/client-provider.tsx';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundRedirect } from './routes/-not-found-redirect.tsx';
import { RouteFailure } from './routes/-route-failure.tsx';

/** The first page may take longer, so that it is drawn in one piece; the device usually needs a tenth of it. */
const FIRST_PAGE_MS = 1_000;

/** The pages by their addresses; `history` is the browser's unless another is given. */
export function createAppRouter(client: Client, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { client, firstLookMs: FIRST_PAGE_MS },
    defaultPreload: 'intent',
    // Loaders start the reads whenever a page is entered; what they read is kept by the QueryClient and not here.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultGcTime: 0,
    defaultPreloadStaleTime: 0,
    // Only in a browser is there something to scroll.
    scrollRestoration: !history,
    defaultNotFoundComponent: NotFoundRedirect,
    // A page that fails keeps its shell: the menu, the banners and the way out to the sign-in page.
    defaultErrorComponent: RouteFailure,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** Everything on the screen. */
export function App({ client, router }: { client: Client; router: AppRouter }) {
  return (
    <StrictMode>
      <ClientProvider client={client}>
        <RouterProvider router={router} />
      </ClientProvider>
    </StrictMode>
  );
}
