import { createParser } from 'eventsource-parser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../support/poll-until.ts';
import { aServer, aUser, type SignedIn, signIn } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

/** Reads the stream until it ends; the events so far are available at any time. */
async function watch(person: SignedIn) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const answer = await person.call('/api/live', { signal: leave.signal });
  const events: unknown[] = [];
  let beats = 0;
  let ended = false;
  const parser = createParser({
    onEvent: ({ data }) => events.push(JSON.parse(data)),
    onComment: () => {
      beats += 1;
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
  };
  void read()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  await pollUntil(
    () => beats,
    (count) => count > 0,
  );
  return { answer, events, hasEnded: () => ended };
}

async function aWorld() {
  const server = await aServer();
  const ownerId = await aUser(server.store, 'owner');
  await aUser(server.store, 'stranger');
  const farmId = await aFarm(server.store, { ownerId });
  const device = await aDevice(server.store, farmId);
  const send = (value: number) =>
    fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ sensor: 'temperature', value }] }),
    });
  return { server, farmId, device, send };
}

describe('the live stream', () => {
  it('tells the owner what was committed and a stranger nothing', async () => {
    const { server, farmId, device, send } = await aWorld();
    const owner = await watch(await signIn(server.url, 'owner'));
    const stranger = await watch(await signIn(server.url, 'stranger'));
    expect(owner.answer.headers.get('content-type')).toContain('text/event-stream');
    await send(21.5);
    await pollUntil(
      () => owner.events.length,
      (count) => count === 1,
    );
    expect(owner.events[0]).toEqual({
      farmIndex: farmId,
      values: [[device.channels.get('temperature'), expect.any(Number), 21.5, false]],
    });
    await send(21.6);
    await pollUntil(
      () => owner.events.length,
      (count) => count === 2,
    );
    expect(stranger.events).toEqual([]);
  });

  it('ends at once when the session does', async () => {
    const { server } = await aWorld();
    const owner = await signIn(server.url, 'owner');
    const stream = await watch(owner);
    await owner.signOut();
    expect(await pollUntil(stream.hasEnded, Boolean)).toBe(true);
  });

  it('ends when the server stops, which does not wait for it', async () => {
    const { server } = await aWorld();
    const stream = await watch(await signIn(server.url, 'owner'));
    await server.stop();
    expect(await pollUntil(stream.hasEnded, Boolean)).toBe(true);
  });
});
