import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Env } from '../kernel/caller.ts';
import { packed } from './packed.ts';

export type BuiltApp = {
  /** Folder of its files. */
  root: string;
  /** The one document, and its file in the folder. */
  page: string;
  pageFile: string;
};

/** Reads the built app's page, that of an open demonstration where there is one; undefined where none is built. */
export function readApp(root: string, isOpenDemo: boolean): BuiltApp | undefined {
  const pageFile = isOpenDemo ? 'demo.html' : 'index.html';
  const file = path.join(root, pageFile);
  return existsSync(file) ? { root, page: readFileSync(file, 'utf8'), pageFile } : undefined;
}

/**
 * Serves the built app: hashed assets for ever, everything else asked for anew each time, and the app's page for
 * any other path. A missing asset is a 404: an old tab must see that its chunk is gone, not get a page for a script.
 */
export function mountApp(app: Hono<Env>, { root, page, pageFile }: BuiltApp): void {
  // What is asked for anew each time, the worker of 55 kB among it, comes again only when it is another.
  app.use('*', etag());
  app.use(
    '*',
    serveStatic({
      root: path.relative(process.cwd(), root),
      precompressed: true,
      // The worker keeps it under its usual name.
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
    return c.body(await packed(c, page));
  });
}
