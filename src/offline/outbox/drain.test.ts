import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { quietLane } from '#contract/wire/quiet-lane.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { writeServer } from '../../../tests/support/app/write-server.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { drain as drainOutbox } from './drain.ts';
import { sendEntry } from './send.ts';

const pathsOf = (done: readonly { path: string }[]) => done.map(({ path }) => path);

test('what is put in is sent once, and leaves with the receipt of the server', async () => {
  const { store, server, drain } = aDevice('sent');
  const entry = await store.put(aWrite());
  expect(await drain()).toEqual({ end: 'idle', nextAt: null });
  expect(server.done).toEqual([
    { key: entry.id, user: 'sent', path: '/api/things', body: '{"a":1}', seq: 1, payloadVersion: 1 },
  ]);
  expect(await store.count()).toBe(0);
  const [item] = await store.history();
  expect(item).toMatchObject({ id: entry.id, ending: 'sent', receipt: { status: 200, isReplay: false } });
});

test('an answer that is lost after the write was done is asked for again and counts once', async () => {
  const { store, server, drainFor } = aDevice('lost');
  const { id } = await store.put(aWrite());
  server.treats('dies-after', 'cut', 'captive', 'black-hole', 'dies-before');
  await drainFor(1_000_000);
  expect(server.attempts).toEqual([id, id, id, id, id, id]);
  expect(server.done).toHaveLength(1);
  expect((await store.findDone(id))?.receipt).toMatchObject({ isReplay: true });
});

test('things of one lane go in order, and a lane that is stuck holds up no other', async () => {
  const { store, server, drain } = aDevice('lanes');
  await store.put(aWrite({ lane: 'crop:1', path: '/1a' }));
  await store.put(aWrite({ lane: 'crop:1', path: '/1b' }));
  await store.put(aWrite({ lane: 'crop:2', path: '/2a' }));
  await store.put(aWrite({ lane: 'crop:2', path: '/2b' }));
  server.treatsBy(({ path }) => (path === '/1a' ? { status: 400, code: 'VALIDATION' } : 'does'));
  await drain();
  expect(pathsOf(server.done)).toEqual(['/2a', '/2b']);
  expect((await store.entries()).map(({ path, state }) => [path, state])).toEqual([
    ['/1a', 'refused'],
    ['/1b', 'queued'],
  ]);
});

test('what points at something that is not sent yet waits for it, and bytes wait for text', async () => {
  const { store, server, drain } = aDevice('after');
  await store.put(aWrite({ lane: 'observation:1', path: '/observation', body: '{}' }));
  const photo = { lane: 'photo:1', path: '/photo', body: null, after: ['observation:1'] };
  const put = await store.put(aWrite(photo), new Blob(['bytes'], { type: 'image/webp' }));
  await store.put(aWrite({ path: '/note' }));
  expect(put.dependsOn).toHaveLength(1);
  server.treatsBy(({ path }) => (path === '/observation' ? { status: 503, code: 'STORAGE_FULL' } : 'does'));
  await drain();
  expect(pathsOf(server.done)).toEqual(['/note']);
  server.treatsBy(() => 'does');
  const bytes = { path: '/other', body: null };
  await store.put(aWrite(bytes), new Blob(['others']));
  await store.put(aWrite({ path: '/text' }));
  await drain(true);
  expect(pathsOf(server.done)).toEqual(['/note', '/observation', '/text', '/other', '/photo']);
  expect(server.done[4]?.body).toBe('bytes');
});

test('a note that the app made by itself about something that is gone is settled; a person’s write waits for its author', async () => {
  const { store, server, drain } = aDevice('gone');
  const note = await store.put(aWrite({ lane: quietLane('post-1'), path: '/seen' }));
  const comment = await store.put(aWrite({ lane: 'comment:1', path: '/comment' }));
  const other = await store.put(aWrite({ lane: quietLane('post-2'), path: '/seen/invalid' }));
  server.treatsBy(({ path }) => ({ status: 404, code: path === '/seen/invalid' ? 'VALIDATION' : 'NOT_FOUND' }));
  await drain();
  expect(await store.find(note.id)).toBeUndefined();
  expect((await store.findDone(note.id))?.receipt).toMatchObject({ status: 404, requestId: 'r-1' });
  // Any other refusal is a bug to be seen.
  expect(await store.find(other.id)).toMatchObject({ state: 'refused' });
  expect(await store.find(comment.id)).toMatchObject({ state: 'refused' });
});

test('a session that is over costs no attempt, and the same user’s next sign-in sends all in order', async () => {
  const { store, server, drain } = aDevice('hour');
  for (const path of ['/1', '/2', '/3']) await store.put(aWrite({ lane: 'crop:1', path }));
  server.session.user = null;
  expect((await drain()).end).toBe('sign-in');
  expect((await store.entries()).map(({ attempts, state }) => [attempts, state])).toEqual(Array(3).fill([0, 'queued']));
  server.session.user = 'another';
  expect((await drain()).end).toBe('sign-in');
  expect(server.done).toEqual([]);
  server.session.user = 'hour';
  await drain();
  expect(pathsOf(server.done)).toEqual(['/1', '/2', '/3']);
});

test('a server that fails is given eight tries with pauses, then the person is told', async () => {
  const { store, server, drainFor, timers } = aDevice('failing');
  const { id } = await store.put(aWrite());
  server.treatsBy(() => ({ status: 500, code: 'INTERNAL' }));
  const begun = timers.now();
  await drainFor(3_600_000);
  expect(server.attempts).toHaveLength(8);
  // 5 + 10 + 20 + 40 + 80 + 160 + 300 s.
  expect(timers.now() - begun).toBe(615_000);
  expect(await store.find(id)).toMatchObject({ state: 'refused', lastError: { class: 'server-error' } });
  await store.requeue(id, 1);
  server.treatsBy(() => 'does');
  await drainFor(0);
  expect(server.done).toHaveLength(1);
});

test('a server that names a time is not asked before, not even at a good moment', async () => {
  const { store, server, drain, timers } = aDevice('told');
  await store.put(aWrite());
  server.treats({ status: 429, code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '60' } });
  await drain();
  await timers.pass(59_000);
  await drain(true);
  expect(server.attempts).toHaveLength(1);
  await timers.pass(1_000);
  await drain();
  expect(server.done).toHaveLength(1);
});

test('a clock that was set back delays nothing for longer than a pause', async () => {
  const { store, server, drain, timers } = aDevice('clock');
  await store.put(aWrite());
  server.treats('dies-before');
  await drain();
  const yearAgo = aDevice('clock', { ...timers, now: () => timers.now() - 365 * 86_400_000 }, server);
  await yearAgo.drain();
  expect(server.done).toHaveLength(1);
});

test('a conflict waits for the person with what the server has', async () => {
  const { store, server, drain } = aDevice('conflict');
  const body = JSON.stringify({ a: 1, base: { a: 0 } });
  const { id } = await store.put(aWrite({ method: 'PUT', endpoint: 'PUT /api/things/{id}', lane: 'thing:1', body }));
  server.treats({ status: 409, code: 'CHANGED_MEANWHILE', details: { current: { a: 9 }, conflicts: ['a'] } });
  await drain();
  expect(await store.find(id)).toMatchObject({
    state: 'conflict',
    lastError: { code: 'CHANGED_MEANWHILE', body: { details: { current: { a: 9 }, conflicts: ['a'] } } },
  });
});

test('what was being sent when everything died is sent again under the same name', async () => {
  const { store, server, drain } = aDevice('killed');
  const { id } = await store.put(aWrite());
  await store.claim(id);
  expect(await store.find(id)).toMatchObject({ state: 'sending', attempts: 1 });
  await drain();
  expect(server.attempts).toEqual([id]);
  expect(await store.count()).toBe(0);
});

test('edits of one thing are put together while none of them was sent, and never after', async () => {
  const { store, server, drain } = aDevice('edits');
  const edit = (a: number, b: number, base: object) =>
    aWrite({
      method: 'PUT',
      endpoint: 'PUT /api/things/{id}',
      lane: 'thing:1',
      body: JSON.stringify({ a, b, base }),
    });
  const first = await store.put(edit(1, 0, { a: 0, b: 0 }));
  const second = await store.put(edit(0, 2, { a: 0, b: 0 }));
  expect(second.id).toBe(first.id);
  server.treats('dies-before');
  await drain();
  const third = await store.put(edit(0, 3, { a: 0, b: 0 }));
  expect(third.id).not.toBe(first.id);
  await drain(true);
  expect(server.done.map(({ body }) => JSON.parse(body))).toEqual([
    { a: 1, b: 2, base: { a: 0, b: 0 } },
    { a: 1, b: 3, base: { a: 1, b: 2 } },
  ]);
});

test('mine put upon another’s change, with a later edit waiting behind, is never said to be sent without being done', async () => {
  const { store, server, drain } = aDevice('upon');
  const edit = (a: number, base: number) =>
    aWrite({
      method: 'PUT',
      endpoint: 'PUT /api/things/{id}',
      path: '/api/thing:1',
      lane: 'thing:1',
      body: JSON.stringify({ a, base: { a: base } }),
    });
  const headers = { 'Idempotency-Key': 'other', 'X-Expected-User': 'upon', 'Content-Type': 'application/json' };
  await server.fetch('/api/thing:1', { method: 'PUT', headers, body: '{"a":2,"base":{"a":0}}' });
  const met = await store.put(edit(5, 0));
  await drain();
  const later = await store.put(edit(7, 0));
  expect((await store.find(met.id))?.state).toBe('conflict');

  await store.discard(met.id, 0, 'replaced');
  await store.put(edit(5, 2));
  await drain();
  expect(server.done.map(({ key }) => key)).toEqual(['other']);
  expect(await store.entries()).toMatchObject([{ id: later.id, state: 'conflict' }]);
});

test('an edit behind one that is given up begins where that one began, and follows it again when it comes back', async () => {
  const { store, server, drain } = aDevice('behind');
  const edit = (fields: object) =>
    aWrite({ method: 'PUT', path: '/api/thing:1', lane: 'thing:1', body: JSON.stringify(fields) });
  const base = { a: 0, b: 0 };
  const first = await store.put(edit({ a: 1, b: 0, base }));
  // An entry that was sent once must not be merged with later edits.
  server.treats('dies-before');
  await drain();
  const second = await store.put(edit({ a: 0, b: 2, base }));
  const bodyOf = async () => JSON.parse((await store.find(second.id))?.body ?? '');
  expect(await bodyOf()).toEqual({ a: 1, b: 2, base: { a: 1, b: 0 } });
  const left = await store.discard(first.id, 0);
  expect(await bodyOf()).toEqual({ a: 0, b: 2, base });
  if (left) await store.restore(left);
  expect(await bodyOf()).toEqual({ a: 1, b: 2, base: { a: 1, b: 0 } });
  await drain(true);
  expect(server.done.map(({ key }) => key)).toEqual([first.id, second.id]);
});

test('what is put in while much is being sent goes with the rest', async () => {
  const { store, server, drain } = aDevice('meanwhile');
  await store.put(aWrite({ path: '/first' }));
  let late: Promise<unknown> | undefined;
  server.treatsBy(({ path }) => {
    if (path === '/first') late = store.put(aWrite({ path: '/late', lane: 'crop:9' }));
    return 'does';
  });
  await drain();
  await late;
  await drain();
  expect(pathsOf(server.done)).toEqual(['/first', '/late']);
});

test('what takes its place while much is being sent is overtaken by nothing that follows it', async () => {
  const timers = manualTimers();
  const { store, server, drain } = aDevice('place', timers, writeServer('place', timers));
  const others = ['/a', '/b', '/c'];
  for (const path of others) await store.put(aWrite({ lane: path, path }));
  const origin = { form: 'thing 1', path: '/things', values: null, base: null };
  const made = await store.put(aWrite({ lane: 'thing:1', path: '/made', origin }));
  await store.put(aWrite({ lane: 'thing:1', path: '/later' }));
  await store.put(aWrite({ lane: 'part:1', path: '/part', after: ['thing:1'] }));
  server.treats('answers-late', 'answers-late', 'answers-late');
  const draining = drain();
  await timers.pass(1_000);
  await store.toDraft(made.id, 0);
  await store.put({ ...made, body: '{"a":2}', after: [] });
  await timers.pass(60_000);
  await draining;
  await drain();
  expect(pathsOf(server.done)).toEqual([...others, '/made', '/later', '/part']);
});

test('what the person gives up is not sent, and can be taken back', async () => {
  const { store, server, drain } = aDevice('given-up');
  const entry = await store.put(aWrite());
  expect(await store.discard(entry.id, 1)).toMatchObject({ id: entry.id });
  await drain();
  expect(server.attempts).toEqual([]);
  await store.restore(entry);
  await drain();
  expect(server.done).toHaveLength(1);
});

test('what a server does not read yet waits for it as long as it takes, and holds up nothing else', async () => {
  const { store, server, drain, drainFor } = aDevice('ahead');
  await store.put(aWrite({ path: '/new', payloadVersion: 2 }));
  await store.put(aWrite({ path: '/plain' }));
  let isUpdated = false;
  const tooNew = { status: 503, code: 'PAYLOAD_AHEAD', headers: { 'Retry-After': '600' } };
  server.treatsBy(({ path }) => (path === '/new' && !isUpdated ? tooNew : 'does'));
  // Unlike an overloaded server, this does not end the drain.
  expect((await drain()).end).toBe('idle');
  await drainFor(3_600_000);
  expect(pathsOf(server.done)).toEqual(['/plain']);
  expect(await store.entries()).toMatchObject([{ path: '/new', state: 'queued' }]);
  isUpdated = true;
  await drainFor(600_000);
  expect(pathsOf(server.done)).toEqual(['/plain', '/new']);
});

test('edits of two releases stay two: their fields may have other names', async () => {
  const { store } = aDevice('two-releases');
  const edit = (payloadVersion: number, body: object) =>
    aWrite({ endpoint: 'PUT /api/things/{id}', lane: 'thing:1', payloadVersion, body: JSON.stringify(body) });
  const first = await store.put(edit(1, { colour: 1, base: { colour: 0 } }));
  const second = await store.put(edit(2, { tint: 2, base: { tint: 0 } }));
  expect(second.id).not.toBe(first.id);
  expect(JSON.parse(second.body ?? '')).toEqual({ tint: 2, base: { tint: 0 } });
});

test('the lock is kept until nothing is being sent any more, also when the storage hangs', async () => {
  const { store, server, timers } = aDevice('hung');
  const first = await store.put(aWrite({ lane: 'crop:1', path: '/1' }));
  await store.put(aWrite({ lane: 'crop:2', path: '/2' }));
  let [hang, answer] = [() => {}, () => {}];
  const hung = new Promise<void>((resolve) => {
    hang = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const seen: string[] = [];
  const draining = drainOutbox(
    {
      uid: 'hung',
      store: {
        ...store,
        async finish(id, ...rest) {
          if (id !== first.id) return store.finish(id, ...rest);
          hang();
          throw new Error('the storage hangs');
        },
      },
      locks: { request: (_, act) => act().finally(() => seen.push('lock given up')) },
      token: async () => 't-1',
      renew: async () => null,
      async send(claimed) {
        if (claimed.entry.id !== first.id) {
          await answered;
          seen.push('answered');
        }
        return sendEntry({ fetch: server.fetch, timers }, claimed);
      },
      now: timers.now,
      random: () => 0.5,
      isStopped: () => false,
      onAttempt() {},
    },
    false,
  );
  const ended = expect(draining).rejects.toThrow('the storage hangs');
  await hung;
  await new Promise(setImmediate);
  answer();
  await ended;
  expect(seen).toEqual(['answered', 'lock given up']);
});
