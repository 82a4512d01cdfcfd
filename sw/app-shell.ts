import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * Navigations that must reach the server: its calls, the service worker, built files (a missing one is a 404, not the
 * app) and every other path with a file name.
 */
const NOT_THE_APP = [/^\/api\//, /^\/assets\//, /^\/sw\.js$/, /\/[^/?]+\.[^/]+$/];

/** Precaches the app's own files on installation and answers every page of the app with the same document. */
export function serveAppShell(): void {
  precacheAndRoute(self.__WB_MANIFEST);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: NOT_THE_APP }));
}
