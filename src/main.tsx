import './styles.css';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { boot } from '#src/api/boot.ts';
import { browserPorts } from '#src/api/browser-ports.ts';
import { createClient } from '#src/api/client.ts';
import { noteDemo } from '#src/api/read/demo-site.ts';
import { App, createAppRouter } from './app.tsx';
import { takeOver } from './first-paint/take-over.ts';
import { startTheme } from './ui/theme/theme.ts';

/** After the first page the last one stands until then, under somebody's finger. */
const NEXT_PAGE_MS = 300;

void start();

/**
 * Where the sign-in page stands already, each step is a task of its own, so that a finger or a frame that waits on a slow
 * phone comes in between. Whoever is known has nothing to touch yet: there every pause would only keep their page back.
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
  // Somebody was signed in when the app was last open: the page's code comes while the device is asked whether they are.
  if (client.keeper.glance()) {
    const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
    for (const route of matchedRoutes) void router.loadRouteChunk(route);
  }
  await pause();
  await router.load().catch(() => {
    // The router shows it.
  });
  router.update({ context: { client, firstLookMs: NEXT_PAGE_MS } });
  await pause();
  takeOver(<App client={client} router={router} />, router.state.location.pathname === SIGN_IN_PATH);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
