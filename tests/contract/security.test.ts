import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { aServer, aUser } from '../support/server.ts';
import { aDevice, aFarm } from '../support/store.ts';

async function aDoor() {
  const server = await aServer();
  const farmId = await aFarm(server.store, { ownerId: await aUser(server.store, 'owner') });
  const { key } = await aDevice(server.store, farmId);
  return { server, key };
}

/** Writes a request by hand and gives back what the server said until it closed or fell silent. */
async function sayRaw(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  // The server may hang up in the middle, which is an answer, too.
  socket.on('error', () => {});
  for (const piece of pieces) socket.write(piece);
  const isOver = new Promise((resolve) => socket.once('close', resolve));
  socket.end();
  await Promise.race([isOver, pause(5_000)]);
  return heard;
}

describe('a body', () => {
  it('is refused before all of it has come when it is longer than allowed and does not say so', async () => {
    const { server, key } = await aDoor();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1_000_000).fill(32));
        if (sent === 200) controller.close();
      },
    });
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: endless,
      // Node's fetch asks for it with a stream; the types of the DOM do not know it.
      ...{ duplex: 'half' },
    });
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(100);
  });

  it('in chunks is taken like one that declares its length', async () => {
    const { server, key } = await aDoor();
    const body = JSON.stringify({ readings: [{ sensor: 'temperature', value: 21.5 }] });
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      ...{ duplex: 'half' },
    });
    expect(await answer.json()).toMatchObject({ stored: 1 });
  });

  it('that breaks off is not counted as a fault of the server', async () => {
    const { server, key } = await aDoor();
    const head = `POST /api/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    await sayRaw(server.port, [`${head}\r\nContent-Length: 100\r\n\r\n{"readings"`]);
    await sayRaw(server.port, [`${head}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"r\r\nzz\r\n`]);
    const figures = await eventually(
      async () => (await fetch(`${server.url}/api/metrics`)).text(),
      (text) => (text.match(/^onsil_http_requests_total\{method="POST".*/gm) ?? []).join().endsWith(' 2'),
    );
    expect(figures).toMatch(/^onsil_http_requests_total\{method="POST",status="400"\} 2$/m);
    expect(figures).toMatch(/^onsil_errors_total 0$/m);
  });
});
