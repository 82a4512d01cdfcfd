import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { createAttemptMemory, createOneTally, dropOldAttempts } from '#server/auth/sign-in/attempt-memory.ts';
import type { Store } from '#server/db/open.ts';
import { createOneAtATime } from '#server/kernel/process/one-at-a-time.ts';
import { createStreamLimit } from '#server/live/stream-limit.ts';
import { pollUntil } from '../support/poll-until.ts';
import { PASSWORD, signIn, type TestServer } from '../support/server/server.ts';
import { callAt, severalServers } from '../support/server/several-servers.ts';

/** What an attempt to sign in with a wrong password is answered; undefined when it was let in. */
const guess = ({ url }: TestServer, login: string) =>
  signIn(url, login, 'wrong').then(
    () => undefined,
    (error: Error) => /error=([^"&]+)/.exec(decodeURIComponent(error.message))?.[1],
  );

it('an account may be guessed at five times, at however many processes, also at the same time', async () => {
  const { first, second } = await severalServers();
  const at = (n: number) => (n % 2 === 0 ? first : second);
  const inTurn: unknown[] = [];
  for (let n = 0; n < 5; n += 1) inTurn.push(await guess(at(n), 'nobody'));
  expect(inTurn).toEqual(Array(5).fill('CredentialsSignin'));
  const held = await Promise.all([guess(first, 'nobody'), guess(second, 'nobody')]);
  expect(held.filter((answer) => answer === 'CredentialsSignin')).toEqual([]);
  const together = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(at(n), 'grower')));
  expect(together.filter((answer) => answer === 'CredentialsSignin')).toHaveLength(5);
});

it('what is typed as a login does not stand in the database', async () => {
  const { first } = await severalServers();
  await guess(first, 'my-password-by-mistake');
  const rows = await first.store.db.selectFrom('attempt').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('mistake');
});

it('a session has five attempts at the old password, at however many processes', async () => {
  const { first, second, grower } = await severalServers();
  const change = (server: TestServer, current: string) =>
    callAt(server, grower, '/api/users/me/password', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current, next: `${PASSWORD} 2` }),
    });
  for (let n = 0; n < 5; n += 1) expect((await change(n % 2 === 0 ? first : second, 'wrong')).status).toBe(400);
  for (const server of [first, second]) expect((await change(server, PASSWORD)).status).toBe(429);
});

it('forgets attempts after a day, and beyond a bound those that failed least', async () => {
  const { first } = await severalServers();
  const { store } = first;
  let now = Date.now();
  const rule = { free: 2, firstDelayMs: MINUTE_MS, maxDelayMs: MINUTE_MS };
  const tally = createOneTally(createAttemptMemory(store, 'secret'), 'test', rule, () => now);
  await tally.admit('under attack', 2);
  for (let n = 0; n < 5; n += 1) await tally.admit(`made up ${n}`);
  await dropOldAttempts(store, now, 2);
  expect(await store.db.selectFrom('attempt').selectAll().execute()).toHaveLength(2);
  expect(await tally.admit('under attack')).toBe(MINUTE_MS);
  now += DAY_MS;
  await dropOldAttempts(store, now);
  expect(await store.db.selectFrom('attempt').selectAll().execute()).toEqual([]);
});

it('a user has fifty streams at all processes together, and room again when one ends or its process is gone', async () => {
  const { first, second, grower } = await severalServers();
  const openAt = async (server: TestServer) => {
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const { status, body } = await callAt(server, grower, '/api/live', { signal: leave.signal });
    // A body that nobody reads is ended when its response is collected as garbage.
    body?.getReader();
    return { status, leave };
  };
  const open = await Promise.all(Array.from({ length: 60 }, (_, n) => openAt(n % 2 === 0 ? first : second)));
  const lasting = open.filter(({ status }) => status === 200);
  expect(lasting).toHaveLength(50);
  expect((await openAt(second)).status).toBe(429);
  lasting[0]?.leave.abort();
  const again = await pollUntil(
    () => openAt(second),
    ({ status }) => status === 200,
  );
  expect((await openAt(first)).status).toBe(429);
  again.leave.abort();
});

/** How many streams of a user such a process may open. */
async function countOpened(store: Store, now: () => number): Promise<number> {
  const limit = createStreamLimit(store, now);
  const opened = await Promise.all(Array.from({ length: 60 }, () => limit.open(1)));
  await limit.stop();
  return opened.filter((end) => end !== undefined).length;
}

it('streams of a process that is gone count for a minute', async () => {
  const { first, second } = await severalServers();
  let now = Date.now();
  const gone = createStreamLimit(first.store, () => now);
  for (let n = 0; n < 20; n += 1) await gone.open(1);
  expect(await countOpened(second.store, () => now)).toBe(30);
  now += MINUTE_MS - 1;
  await gone.renew();
  now += MINUTE_MS - 1;
  expect(await countOpened(second.store, () => now)).toBe(30);
  now += 1;
  expect(await countOpened(second.store, () => now)).toBe(50);
});

it('one thing goes on under a name at all processes, and is free again when it ends or its process is gone', async () => {
  const { first, second } = await severalServers();
  let now = Date.now();
  const [here, there] = [first, second].map(({ store }) => createOneAtATime(store, () => now, MINUTE_MS));
  const end = await here?.(['a', 'b']);
  expect(end).toBeDefined();
  expect(await there?.(['b', 'c'])).toBeUndefined();
  expect(await there?.(['c', 'b'])).toBeUndefined();
  const other = await there?.(['c']);
  expect(other).toBeDefined();
  await end?.();
  expect(await there?.(['a', 'b'])).toBeDefined();
  expect(await here?.(['a'])).toBeUndefined();
  now += MINUTE_MS;
  expect(await here?.(['a'])).toBeDefined();
});
