import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { deviceContents } from '../support/browser/device-contents.ts';
import { expect, fillSignIn, readyForOffline, signIn, sleepFor, test, tile } from '../support/browser/fixtures.ts';

// A context without persistent storage cannot install the app.
test.use({ hasOwnProfile: true });

const picture = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.optional(z.string()),
  form_factor: z.optional(z.string()),
});
const manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  id: z.string(),
  start_url: z.string(),
  display: z.string(),
  icons: z.array(picture),
  screenshots: z.array(picture),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** Width and height from the header of a PNG. */
function pngSize(bytes: Buffer): string {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('can be installed: name, icons, pictures and shortcuts are what the manifest says', async ({ greenhouse }) => {
  const get = (file: string) => fetch(new URL(file, greenhouse.url));
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers.get('content-type')).toMatch(/application\/(manifest\+)?json/);
  const said = z.parse(manifest, await answer.json());
  expect(said).toMatchObject({ name: '스마트 온실 운영 시스템', short_name: '온실', display: 'standalone' });
  expect(said.icons.filter(({ purpose }) => purpose?.includes('maskable'))).toHaveLength(1);
  expect(said.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(said.screenshots.map(({ form_factor: form }) => form).sort()).toEqual(['narrow', 'wide']);
  expect(said.shortcuts.length).toBeGreaterThan(1);
  for (const { src, sizes, type } of [...said.icons, ...said.screenshots]) {
    const file = await get(src);
    const [sent] = file.headers.get('content-type')?.split(';') ?? [];
    expect([src, file.status, sent]).toEqual([src, 200, type]);
    if (type === 'image/png') expect([src, pngSize(Buffer.from(await file.arrayBuffer()))]).toEqual([src, sizes]);
  }
  expect((await get('/apple-touch-icon.png')).status).toBe(200);
});

test('Chromium finds nothing that stands against installing', async ({ greenhouse, phone: { page, context } }) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('the worker keeps every script and style of the build', async ({ greenhouse, phone: { page } }) => {
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse);
  const { cached } = await deviceContents(page);
  const kept = Object.keys(cached).map((url) => new URL(url).pathname);
  expect(kept).toEqual(expect.arrayContaining(['/index.html', '/manifest.webmanifest', '/favicon.svg']));

  // Files that the document and its chunks refer to, at any depth: this build without older files in the folder.
  const assets = path.resolve(import.meta.dirname, '../../dist/app/assets');
  const all = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const found = new Set<string>();
  const follow = (text: string) => {
    for (const name of all) {
      if (found.has(name) || !text.includes(name)) continue;
      found.add(name);
      follow(cached[`${greenhouse.url}/assets/${name}`] ?? '');
    }
  };
  follow(await (await fetch(`${greenhouse.url}/`)).text());
  expect(found.size).toBeGreaterThan(15);
  expect([...found].filter((name) => !kept.includes(`/assets/${name}`))).toEqual([]);
});

test('a missing file is missing, and the worker and the page are asked for anew each time', async ({ greenhouse }) => {
  const head = async (file: string) => {
    const { status, headers } = await fetch(greenhouse.url + file);
    return [status, headers.get('cache-control')];
  };
  expect((await head('/assets/gone-12345678.js'))[0]).toBe(404);
  expect((await head('/no-such-picture.png'))[0]).toBe(404);
  expect(await head('/sw.js')).toEqual([200, 'no-cache']);
  expect(await head('/cms/dashboard')).toEqual([200, 'no-cache']);
  // It is as large as a page of the app, so an unchanged one is answered with 304.
  const etag = (await fetch(`${greenhouse.url}/sw.js`)).headers.get('etag') ?? '';
  expect((await fetch(`${greenhouse.url}/sw.js`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const page = await (await fetch(greenhouse.url)).text();
  const [, entry = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect(await head(entry)).toEqual([200, 'public, max-age=31536000, immutable']);
});

/** The installation prompt, as Chromium fires it. */
async function offer(page: Page): Promise<void> {
  await page.evaluate(() => {
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => {} }));
  });
}

test('installing is offered once, in a line on the dashboard, from the second visit on', async ({
  greenhouse,
  phone: { page },
}) => {
  const line = page.getByRole('complementary', { name: '앱 설치' });
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, greenhouse);
  await expect(tile(page, '온도')).toBeVisible();
  await offer(page);
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
  await offer(page);
  await expect(line).toHaveCount(0);

  await sleepFor(page, 61 * 60_000);
  await page.waitForURL((at) => at.pathname === '/login');
  await fillSignIn(page);
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
  await offer(page);
  await expect(line).toBeVisible();
  // A line and the height of a touch target.
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(64);
  await page.goto(`${greenhouse.url}/cms/monitor/record`);
  await offer(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);

  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await offer(page);
  await line.getByRole('button', { name: '설치 안내 닫기' }).click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await expect(tile(page, '온도')).toBeVisible();
  await offer(page);
  await expect(line).toHaveCount(0);
});
