import './styles.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '#src/api/boot.ts';
import { browserPorts } from '#src/api/browser-ports.ts';
import { createClient } from '#src/api/client.ts';
import { ClientProvider } from '#src/api/client-provider.tsx';
import { firstScreen } from '#src/api/first-screen.ts';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundRedirect } from './routes/-not-found-redirect.tsx';
import { RouteFailure } from './routes/-route-failure.tsx';
import { startTheme } from './ui/theme.ts';

startTheme();
const client = createClient(browserPorts());
boot(client);

const router = createRouter({
  routeTree,
  context: { client },
  defaultPreload: 'intent',
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
void firstScreen(client, () => router.load()).then(() =>
  screen.render(
    <StrictMode>
      <ClientProvider client={client}>
        <RouterProvider router={router} />
      </ClientProvider>
    </StrictMode>,
  ),
);
