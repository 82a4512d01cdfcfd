import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { live } from '#contract/monitor/live.ts';
import { aUser } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Env } from '../kernel/access/caller.ts';
import { Failure } from '../kernel/fail.ts';
import { createLiveHub, type LiveListener } from './hub.ts';
import { mountLive } from './routes.ts';
import { createStreamLimit } from './stream-limit.ts';

/** The stream of one user and one farm without a socket: without a reader, its data stays in the queue. */
async function aStream() {
  const store = await aStore();
  const userId = await aUser(store, 'owner');
  const farmId = await aFarm(store, { ownerId: userId });
  const hub = createLiveHub();
  const listening = new Set<LiveListener>();
  const endings = new Set<(sid: string) => void>();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const app = new Hono<Env>();
  app.use('*', (c, next) => {
    c.set('caller', { userId, login: 'owner', authority: 'ROLE_USER', sid: 's1', mustChangePassword: false });
    return next();
  });
  app.onError((error, c) => c.text(error instanceof Failure ? error.code : 'INTERNAL', 500));
  mountLive(app, {
    hub: {
      ...hub,
      listen(listener) {
        listening.add(listener);
        const stop = hub.listen(listener);
        return () => {
          listening.delete(listener);
          stop();
        };
      },
    },
    streams: createStreamLimit(store, Date.now),
    store,
    stillSignedIn: async () => true,
    onSessionEnded(listener) {
      endings.add(listener);
      return () => endings.delete(listener);
    },
    closing: closing.signal,
    log: pino({ level: 'silent' }),
  });
  return {
    open: async (method = 'GET') => app.request(live.path, { method }),
    publish: (value: number) => hub.publish([{ farmId, channelId: 1, at: value, value, flag: 0 }]),
    endSession: () => {
      for (const end of endings) end('s1');
    },
    watchers: () => listening.size,
  };
}

/** Opens the stream and waits for its first heartbeat. */
async function begin({ open }: Awaited<ReturnType<typeof aStream>>) {
  const answer = await open();
  const reader = answer.body?.getReader();
  await reader?.read();
  return { answer, reader };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a live stream', () => {
  it('lets go of a watcher who takes nothing in', async () => {
    const stream = await aStream();
    const { reader } = await begin(stream);
    for (let value = 0; value < 400; value += 1) stream.publish(value);
    await settled();
    expect(stream.watchers()).toBe(1);
    for (let value = 0; value < 600; value += 1) stream.publish(value);
    await expect.poll(stream.watchers).toBe(0);
    let isDone = false;
    for (let reads = 0; !isDone && reads < 10; reads += 1) isDone = (await reader?.read())?.done ?? false;
    expect(isDone).toBe(true);
  });

  it('says nothing more to a slow watcher whose session has ended', async () => {
    const stream = await aStream();
    const { reader } = await begin(stream);
    for (let value = 0; value < 100; value += 1) stream.publish(value);
    await settled();
    stream.endSession();
    await expect.poll(stream.watchers).toBe(0);
    let reads = 0;
    while (!(await reader?.read())?.done) reads += 1;
    expect(reads).toBeLessThan(5);
  });

  it('is not begun for a HEAD, which nobody would end', async () => {
    const stream = await aStream();
    const answer = await stream.open('HEAD');
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await expect.poll(stream.watchers).toBe(0);
  });

  it('is refused to a user who holds fifty, until one has ended', async () => {
    const stream = await aStream();
    const open = await Promise.all(Array.from({ length: 50 }, () => begin(stream)));
    expect(await (await stream.open()).text()).toBe('TOO_MANY_REQUESTS');
    await open[0]?.reader?.cancel();
    await expect.poll(stream.watchers).toBe(49);
    expect((await begin(stream)).answer.status).toBe(200);
  });

  it('is kept by nobody on the way', async () => {
    const { answer } = await begin(await aStream());
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});
