import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '#src/api/boot.ts';
import { firstScreen } from '#src/api/first-screen.ts';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundRedirect } from './routes/-not-found-redirect.tsx';
import { RouteFailure } from './routes/-route-failure.tsx';
import { startTheme } from './ui/theme.ts';

startTheme();
const queryClient = boot();

const router = createRouter({
  routeTree,
  context: { queryClient },
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
void firstScreen(queryClient, () => router.load()).then(() =>
  screen.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
