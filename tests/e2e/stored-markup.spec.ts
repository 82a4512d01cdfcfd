import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser/fixtures.ts';
import { PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByCall } from '../support/server/server.ts';

/** An image that is requested as soon as a page interprets it as markup, even if its script is blocked. */
const LURE = '/lure.png';
const markup = (what: string) => `${what}<img src=${LURE} onerror=a>`;

/** Everything that users can name, named as an attacker would to run a script in other browsers. */
async function nameEverything(url: string, { farm, sensor }: { farm: number; sensor: number }): Promise<void> {
  const put = async (user: string, at: string, body: object) => {
    const person = await signInByCall(url, user, PASSWORD);
    const headers = { 'content-type': 'application/json' };
    const answer = await person.call(at, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect(await answer.json()).toMatchObject({ status: 200 });
  };
  await put('grower', `/api/farms/${farm}`, { farmName: markup('농장') });
  await put('grower', `/api/sensors/${sensor}`, { name: markup('온도'), areaName: markup('동') });
  await put('neighbour', '/api/users/me', { name: markup('이웃') });
}

async function expectNoMarkup(page: Page): Promise<void> {
  await expect(page.locator(`img[src="${LURE}"]`)).toHaveCount(0);
}

test('names are words and never markup, in the chart, in print and in what pops up', async ({
  greenhouse,
  phone: { page, tolerate },
}) => {
  const { first } = greenhouse.farms;
  const sensor = greenhouse.sensor('temperature');
  await nameEverything(greenhouse.server().url, { farm: first, sensor });
  const lured: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === LURE && lured.push(page.url()));

  await signIn(page, greenhouse, { at: `/cms/monitor/record?sensors=${sensor}` });
  const chart = page.getByRole('application');
  await expect(chart).toBeVisible();
  await expect(page.getByText(markup('온도')).first()).toBeVisible();
  // The tooltip of the chart names the series, too.
  await chart.tap();
  await expectNoMarkup(page);

  await page.getByRole('link', { name: '한 달 인쇄' }).click();
  await expect(page.getByRole('article').first().getByRole('heading')).toContainText(markup('농장'));
  await page.emulateMedia({ media: 'print' });
  await expectNoMarkup(page);
  await page.emulateMedia({ media: null });

  await page.goto(`${greenhouse.url}/cms/farm/farm-edit/${first}`);
  await page.getByRole('combobox', { name: '더할 사람의 아이디나 전화번호' }).fill('neighbour');
  await page.getByRole('form', { name: '농장 정보' }).getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('list', { name: '알림' })).toContainText(`${markup('이웃')} (neighbour) 님과`);
  await expectNoMarkup(page);
  expect(lured).toEqual([]);

  await page.goto(`${greenhouse.url}/cms/board/board-create`);
  await page.getByLabel('제목').fill(markup('환기창'));
  const words = `${markup('내용')}\nhttps://example.org/a. javascript:alert(1)`;
  await page.getByRole('textbox', { name: '내용' }).fill(words);
  await page.getByRole('button', { name: '올리기' }).click();
  await page.getByRole('link', { name: markup('환기창') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup('환기창'));
  const post = page.getByRole('region', { name: '글', exact: true });
  await expect(post).toContainText(markup('내용'));
  await expect(post.getByRole('link')).toHaveCount(1);
  await expect(post.getByRole('link')).toHaveAttribute('href', 'https://example.org/a');
  await expectNoMarkup(page);
  expect(lured).toEqual([]);

  // The image is requested where it is interpreted as markup; even then no script runs, and the browser reports why.
  tolerate(/Content Security Policy/);
  await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), markup(''));
  await expect.poll(() => lured).toHaveLength(1);
});
