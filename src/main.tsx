import './styles.css';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { boot } from '#src/api/boot.ts';
import { browserPorts } from '#src/api/browser-ports.ts';
import { createClient } from '#src/api/client.ts';
import { noteDemo } from '#src/api/read/demo-site.ts';
import { App, createAppRouter } from './app.tsx';
import { takeOver } from './first-paint/take-over.ts';
import { startTheme } from './ui/theme/theme.ts';

/** How long a later page may wait for its data, while the previous page stays, ms. */
const NEXT_PAGE_MS = 300;

void start();

/**
 * If the sign-in page is shown already, each step is a separate task, so that a slow phone handles input and frames in
 * between. For a signed-in user pauses would only delay the page.
 */
async function start(): Promise<void> {
  const { guest, demo } = document.documentElement.dataset;
  const isGuest = guest !== undefined;
  const pause = isGuest ? nextTask : () => {};
  startTheme();
  await pause();
  const client = createClient(browserPorts());
  if (isGuest && demo !== undefined) noteDemo(client.queryClient);
  boot(client);
  const router = createAppRouter(client);
  // Somebody was signed in at the last visit: load the page's code while the device state is read.
  if (client.keeper.savedIdentity()) {
    const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
    for (const route of matchedRoutes) void router.loadRouteChunk(route);
  }
  await pause();
  await router.load().catch(() => {
    // The router shows the error.
  });
  router.update({ context: { client, firstReadsLimitMs: NEXT_PAGE_MS } });
  await pause();
  takeOver(<App client={client} router={router} />, router.state.location.pathname === SIGN_IN_PATH);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
