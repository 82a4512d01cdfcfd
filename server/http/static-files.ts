import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Env } from '../kernel/access/caller.ts';
import { compressed } from './compressed.ts';

export type BuiltApp = {
  /** The folder of the built files. */
  root: string;
  /** The HTML page, and its file name in the folder. */
  page: string;
  pageFile: string;
};

/** Reads the page of the built app, or that of an open demonstration; undefined when the app is not built. */
export function readApp(root: string, isOpenDemo: boolean): BuiltApp | undefined {
  const pageFile = isOpenDemo ? 'demo.html' : 'index.html';
  const file = path.join(root, pageFile);
  return existsSync(file) ? { root, page: readFileSync(file, 'utf8'), pageFile } : undefined;
}

/**
 * Serves the built app: hashed assets are cached for ever, other files are revalidated each time, and any other path
 * gets the app's page. A missing asset is a 404, so that an old tab sees that its chunk is gone instead of getting a
 * page as a script.
 */
export function mountApp(app: Hono<Env>, { root, page, pageFile }: BuiltApp): void {
  // With an ETag a revalidated file, such as the worker of 55 kB, is sent again only after a change.
  app.use('*', etag());
  app.use(
    '*',
    serveStatic({
      root: path.relative(process.cwd(), root),
      precompressed: true,
      // The service worker caches the page under the name index.html.
      rewriteRequestPath: (asked) => (asked === '/' || asked === '/index.html' ? `/${pageFile}` : asked),
      onFound: (file, c) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`) || file.includes('/assets/');
        c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  app.get('*', async (c) => {
    const { pathname } = new URL(c.req.url);
    const isFile = pathname.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(pathname);
    if (pathname.startsWith('/api/') || isFile) return c.notFound();
    c.header('Cache-Control', 'no-cache');
    c.header('Content-Type', 'text/html; charset=UTF-8');
    return c.body(await compressed(c, page));
  });
}
