import './styles.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '#src/api/boot.ts';
import { browserPorts } from '#src/api/browser-ports.ts';
import { createClient } from '#src/api/client.ts';
import { ClientProvider } from '#src/api/client-provider.tsx';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundRedirect } from './routes/-not-found-redirect.tsx';
import { RouteFailure } from './routes/-route-failure.tsx';
import { startTheme } from './ui/theme/theme.ts';

/** The first page may take longer, so that it is drawn in one piece; the device usually needs a tenth of it. */
const FIRST_PAGE_MS = 1_000;
/** Later the last page stands until then, under somebody's finger. */
const NEXT_PAGE_MS = 300;

startTheme();
const client = createClient(browserPorts());
boot(client);

const router = createRouter({
  routeTree,
  context: { client, firstLookMs: FIRST_PAGE_MS },
  defaultPreload: 'intent',
  // Loaders start the reads whenever a page is entered; what they read is kept by the QueryClient and not here.
  defaultStaleTime: Number.POSITIVE_INFINITY,
  defaultGcTime: 0,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundRedirect,
  // A page that fails keeps its shell: the menu, the banners and the way out to the sign-in page.
  defaultErrorComponent: RouteFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const screen = createRoot(root);
// Somebody was signed in when the app was last open: the page's code comes while the device is asked whether they are.
if (client.keeper.glance()) {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route);
}
void router.load().finally(() => {
  router.update({ context: { client, firstLookMs: NEXT_PAGE_MS } });
  screen.render(
    <StrictMode>
      <ClientProvider client={client}>
        <RouterProvider router={router} />
      </ClientProvider>
    </StrictMode>,
  );
});
