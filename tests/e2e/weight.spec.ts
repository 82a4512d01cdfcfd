import { type Served, startCountingProxy } from '../bench/counting-proxy.ts';
import { expect, fillSignIn, test, tile } from '../support/fixtures.ts';

/** What a phone in a field may have to fetch before it can be used, bytes on the wire. */
const UNTIL_SIGN_IN = 130_000;
const UNTIL_VALUES = 180_000;

/** The chart has a chunk of its own and comes behind the values; what the worker fetches ahead nobody waits for. */
const weightOf = (served: readonly Served[]) =>
  served
    .filter(({ destination, path }) => destination === 'script' && !path.includes('/time-chart-'))
    .reduce((sum, { bytes }) => sum + bytes, 0);

test('little code stands between a person and the values', async ({ greenhouse, phone: { page } }) => {
  const proxy = await startCountingProxy(greenhouse.url);
  try {
    await page.goto(`${proxy.url}/login`);
    await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
    expect(weightOf(proxy.served)).toBeGreaterThan(0);
    expect(weightOf(proxy.served)).toBeLessThanOrEqual(UNTIL_SIGN_IN);
    await fillSignIn(page, 'grower');
    await expect(tile(page, '온도')).toBeVisible();
    expect(weightOf(proxy.served)).toBeLessThanOrEqual(UNTIL_VALUES);
  } finally {
    await proxy.close();
  }
});
