import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * Navigations the server must see: its calls, the worker itself, built files (a missing one answers 404, not the
 * app) and everything else with a file name.
 */
const NOT_THE_APP = [/^\/api\//, /^\/assets\//, /^\/sw\.js$/, /\/[^/?]+\.[^/]+$/];

/** Keeps the app's own files from installation on and answers every page of the app with its one document. */
export function serveAppShell(): void {
  precacheAndRoute(self.__WB_MANIFEST);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: NOT_THE_APP }));
}
