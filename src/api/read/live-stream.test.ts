import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { createLiveStream } from './live-stream.ts';

type Line = { send(text: string): void; cut(): void; isOpen(): boolean };

/** A server whose streams the test controls. */
function aServer() {
  const lines: Line[] = [];
  const asked: Headers[] = [];
  const state = { isDown: false, status: 200, token: 't-1' as string | null };

  async function fetch(_: unknown, init: RequestInit = {}): Promise<Response> {
    asked.push(new Headers(init.headers));
    if (state.isDown) throw new TypeError('Failed to fetch');
    const headers = { 'X-Api': '1', 'Content-Type': state.status === 200 ? 'text/event-stream' : 'application/json' };
    if (state.status !== 200) return new Response('{}', { status: state.status, headers });
    let isOpen = true;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        init.signal?.addEventListener('abort', () => {
          if (isOpen) controller.error(init.signal?.reason);
          isOpen = false;
        });
        lines.push({
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          cut: () => {
            isOpen = false;
            controller.error(new TypeError('network error'));
          },
          isOpen: () => isOpen,
        });
      },
    });
    return new Response(body, { headers });
  }
  return { lines, asked, state, fetch };
}

function aStream() {
  const timers = manualTimers();
  const server = aServer();
  const got: unknown[] = [];
  const told: unknown[] = [];
  const stream = createLiveStream({
    fetch: server.fetch,
    credentials: {
      uid: () => 'A',
      token: async () => server.state.token,
      renew: async () => {
        told.push('renew');
        return null;
      },
    },
    timers,
    random: () => 0.5,
    createParser: async (onEvent) => createParser({ onEvent }),
    onValues: (values) => void got.push(values),
    onConnected: () => void told.push('connected'),
    report: (reason) => void told.push(reason),
  });
  return { stream, timers, server, got, told };
}

const values = { farmIndex: 1, values: [[3, 1_700_000_000_000, 12.5, false]] };
const event = `event: values\ndata: ${JSON.stringify(values)}\n\n`;

test('delivers values, also when they come in pieces', async () => {
  const { stream, timers, server, got } = aStream();
  stream.run();
  await timers.pass(0);
  server.lines[0]?.send(`: beat\n\n${event.slice(0, 20)}`);
  server.lines[0]?.send(event.slice(20));
  await timers.pass(0);
  expect(got).toEqual([values]);
});

test('connects with the token, and once however often it is told to', async () => {
  const { stream, timers, server } = aStream();
  stream.run();
  stream.run();
  await timers.pass(0);
  expect(server.asked.map((headers) => headers.get('Authorization'))).toEqual(['Bearer t-1']);
});

test('leaves out what the contract does not know', async () => {
  const { stream, timers, server, got } = aStream();
  stream.run();
  await timers.pass(0);
  server.lines[0]?.send(
    `event: values\ndata: {"farmIndex":"one"}\n\nevent: values\ndata: {\n\nevent: other\ndata: 1\n\n${event}`,
  );
  await timers.pass(0);
  expect(got).toEqual([values]);
});

test('connects again after a cut, and has what was missed read', async () => {
  const { stream, timers, server, told } = aStream();
  stream.run();
  await timers.pass(0);
  server.lines[0]?.send(': beat\n\n');
  await timers.pass(0);
  server.lines[0]?.cut();
  await timers.pass(1_000);
  expect(server.lines).toHaveLength(2);
  server.lines[1]?.send(': beat\n\n');
  await timers.pass(0);
  expect(told).toEqual([null, 'connected', 'offline', null, 'connected']);
});

test('takes silence for a dead line', async () => {
  const { stream, timers, server } = aStream();
  stream.run();
  await timers.pass(0);
  server.lines[0]?.send(': beat\n\n');
  await timers.pass(49_999);
  expect(server.lines[0]?.isOpen()).toBe(true);
  await timers.pass(1);
  expect(server.lines[0]?.isOpen()).toBe(false);
});

test('tries more and more rarely while the server is gone', async () => {
  const { stream, timers, server } = aStream();
  server.state.isDown = true;
  stream.run();
  await timers.pass(1_000 + 2_000 + 4_000 + 8_000 + 16_000 + 30_000);
  expect(server.asked).toHaveLength(7);
});

test('is silent once stopped, and starts again when told to', async () => {
  const { stream, timers, server, told } = aStream();
  stream.run();
  await timers.pass(0);
  server.lines[0]?.send(': beat\n\n');
  await timers.pass(0);
  stream.stop();
  await timers.pass(600_000);
  expect(server.asked).toHaveLength(1);
  expect(server.lines[0]?.isOpen()).toBe(false);
  expect(told).toEqual([null, 'connected']);
  stream.run();
  await timers.pass(0);
  expect(server.asked).toHaveLength(2);
});

test('asks the session when its token is refused, and nothing without one', async () => {
  const { stream, timers, server, told } = aStream();
  server.state.status = 401;
  stream.run();
  await timers.pass(0);
  expect(told).toContain('renew');
  server.state.token = null;
  await timers.pass(600_000);
  expect(server.asked).toHaveLength(1);
});
