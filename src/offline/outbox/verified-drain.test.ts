import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { INSTANCE_ID } from '#contract/wire/headers.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { verifiedDrain } from './verified-drain.ts';

/** A phone, and a server that knows a thing only if it has created it, and tells the id of its database. */
function aPhone(uid: string) {
  const { store, timers, server } = aDevice(uid);
  server.treatsBy(({ path }) =>
    path === '/edit' && !server.done.some((one) => one.path === '/make') ? { status: 404, code: 'NOT_FOUND' } : 'does',
  );
  const drain = (instance: string | null) =>
    verifiedDrain(
      {
        uid,
        store,
        instance,
        timers,
        locks: undefined,
        token: async () => 't-1',
        renew: async () => null,
        async fetch(url, init) {
          const answer = await server.fetch(url, init);
          answer.headers.set(INSTANCE_ID, server.instance());
          return answer;
        },
        now: timers.now,
        random: () => 0.5,
        isStopped: () => false,
        onAttempt: () => {},
      },
      true,
    );
  return { store, server, drain };
}

const make = aWrite({ path: '/make', lane: 'thing:1' });
const edit = aWrite({ method: 'PUT', path: '/edit', lane: 'thing:1', params: { id: '1' } });

test.each([['before anything was heard of it', null] as const, ['behind its back', 'instance-1'] as const])(
  'an edit of what a server lacks that was restored %s waits until it has that',
  async (_, known) => {
    const { store, server, drain } = aPhone(`restored-${known}`);
    await drain(server.instance());
    await store.put(make);
    await drain(server.instance());
    server.restore(0);
    await store.put(edit);
    await drain(known);
    expect((await store.entries()).map(({ state }) => state)).toEqual([]);
    expect(server.done.map(({ path }) => path)).toEqual(['/make', '/edit']);
  },
);

test('what a server refuses that was not restored is refused', async () => {
  const { store, server, drain } = aPhone('refused');
  await store.put(edit);
  await drain(server.instance());
  expect((await store.entries()).map(({ state }) => state)).toEqual(['refused']);
});
