import { randomUUID } from 'node:crypto';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

const LIST = '/cms/growth/growing-manage';

/** The same grower on another device, who has observed so many trees. */
async function aGrower(url: string, farmIndex: number, trees: number) {
  const person = await signInByWire(url, 'grower', PASSWORD);
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await person.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const budBreakOn = seoulDate(Date.now() - 200 * DAY_MS);
  const { data } = await send('/api/crops', {
    farmIndex,
    itemCode: 'CRO001',
    house: '1동',
    cultivation: 'unheated',
    budBreakOn,
  });
  const observe = (tree: number) =>
    send('/api/growing', {
      id: randomUUID(),
      farmIndex,
      cropId: data.id,
      house: '1동',
      tree: String(tree),
      fruitMm: 50 + tree,
      observedAt: new Date(Date.now() - tree * DAY_MS).toISOString(),
    });
  for (let tree = 1; tree <= trees; tree += 1) await observe(tree);
  return { observe };
}

test.describe('without a worker, which would have all code', () => {
  test.use({ serviceWorkers: 'block' });

  test('a row that is tapped right after typing a search opens', async ({ greenhouse, road, phone: { page } }) => {
    await aGrower(greenhouse.url, greenhouse.farms.first, 7);
    await signIn(page, road, { at: LIST });
    const row = page.getByRole('link', { name: /3번/ });
    await expect(row).toBeVisible();
    // The page of the row takes longer than the pause after which a search begins.
    const code = road.hold((path) => path.startsWith('/assets/'));
    await page.getByRole('searchbox').pressSequentially('3');
    await row.tap();
    await expect.poll(code.held).toBeGreaterThan(0);
    // Ends after the search's own pause, which began before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    code.release();
    await expect(page.getByRole('form', { name: '생육 조사 기록' })).toBeVisible();
  });
});

test('whoever goes elsewhere while a save waits for its answer stays there', async ({
  greenhouse,
  road,
  phone: { page },
}) => {
  await aGrower(greenhouse.url, greenhouse.farms.first, 1);
  await signIn(page, road, { at: LIST.replace('manage', 'create') });
  await page.getByRole('textbox', { name: '열매 지름' }).fill('50');
  const save = road.hold((path, method) => method === 'POST' && path === '/api/growing');
  await page.getByRole('button', { name: '등록', exact: true }).tap();
  await expect.poll(save.held).toBeGreaterThan(0);
  await page.getByRole('link', { name: '여러 나무 이어서 재기' }).tap();
  await expect(page.getByLabel('첫 나무')).toBeVisible();
  await page.getByLabel('첫 나무').fill('11');
  // Two seconds later it is told that the device has it.
  await expect(page.getByText('기기에 저장했습니다', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '재기 시작' }).tap();
  await expect(page.getByText('11번', { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(LIST.replace('manage', 'create'));
  save.release();
});

for (const viewportName of ['phone', 'desktop'] as const) {
  test.describe(`on a ${viewportName}`, () => {
    test.use({ viewportName });
    test('the rows of a list are the same elements after it was read again', async ({
      greenhouse,
      road,
      phone: { page },
    }) => {
      const grower = await aGrower(greenhouse.url, greenhouse.farms.first, 7);
      await signIn(page, road, { at: LIST });
      const row = page.getByRole('link', { name: /3번/ });
      await expect(row).toBeVisible();
      const link = await row.elementHandle();
      await page.evaluate(() => {
        const removed: string[] = [];
        Object.assign(window, { removed });
        new MutationObserver((changes) => {
          for (const { removedNodes } of changes) removed.push(...[...removedNodes].map((node) => node.nodeName));
        }).observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true });
      });
      await grower.observe(8);
      await expect
        .poll(() => {
          void page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
          return page.getByRole('link', { name: /8번/ }).isVisible();
        })
        .toBe(true);
      expect(await link?.evaluate((one) => one.isConnected)).toBe(true);
      expect(await page.evaluate(() => Reflect.get(window, 'removed'))).toEqual([]);
    });
  });
}
