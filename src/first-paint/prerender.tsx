import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { createClient } from '#src/api/client.ts';
import { noteDemo } from '#src/api/read/demo-site.ts';
import { GreenhouseScene } from '#src/features/sign-in/greenhouse-scene.tsx';
import { realTimers } from '#src/offline/timers.ts';
import { App, createAppRouter } from '../app.tsx';

const unasked = () => Promise.reject(new Error('nothing is asked while the document is built'));

/**
 * The sign-in page as the app first renders it on a new device; `isDemo`: with the demo accounts. Called by the build.
 */
export async function prerenderSignIn(isDemo: boolean): Promise<string> {
  const client = createClient({
    fetch: unasked,
    timers: realTimers,
    deviceNow: () => 0,
    steadyNow: () => 0,
    origin: () => '',
    leave() {},
    visibility: { isVisible: () => true, subscribe: () => () => {} },
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
    readDeviceState: async () => null,
    withOffline: unasked,
    locks: undefined,
    channel: null,
    worker: () => null,
    log() {},
    loadSignedIn: unasked,
    loadOutbox: unasked,
  });
  if (isDemo) noteDemo(client.queryClient);
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [SIGN_IN_PATH] }));
  await router.load();
  const page = renderToString(<App client={client} router={router} />);
  const picture = renderToString(<GreenhouseScene className="size-full" />, { identifierPrefix: 'picture' });
  const filled = page.replace(/(?<=<div data-picture[^>]*>)/, picture);
  if (filled === page) throw new Error('the sign-in page has no place for its picture');
  return filled;
}
