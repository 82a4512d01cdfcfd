import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../support/poll-until.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

async function aDoor() {
  const server = await aServer();
  const farmId = await aFarm(server.store, { ownerId: await aUser(server.store, 'owner') });
  const { key } = await aDevice(server.store, farmId);
  return { server, key };
}

/** Sends a raw request and returns the server's output until it closes or is silent. */
async function sayRaw(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  // The server may reset the connection, which is a valid answer.
  socket.on('error', () => {});
  for (const piece of pieces) socket.write(piece);
  const isOver = new Promise((resolve) => socket.once('close', resolve));
  socket.end();
  await Promise.race([isOver, pause(5_000)]);
  return heard;
}

/** Required by Node's fetch for streams, and unknown to the DOM types. */
const streamed = { duplex: 'half' };

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
      ...streamed,
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
      ...streamed,
    });
    expect(await answer.json()).toMatchObject({ stored: 1 });
  });

  it('that breaks off is not counted as a fault of the server', async () => {
    const { server, key } = await aDoor();
    const head = `POST /api/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    await sayRaw(server.port, [`${head}\r\nContent-Length: 100\r\n\r\n{"readings"`]);
    await sayRaw(server.port, [`${head}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"r\r\nzz\r\n`]);
    const figures = await pollUntil(
      async () => (await fetch(`${server.url}/api/metrics`)).text(),
      (text) => (text.match(/^onsil_http_requests_total\{method="POST".*/gm) ?? []).join().endsWith(' 2'),
    );
    expect(figures).toMatch(/^onsil_http_requests_total\{method="POST",status="400"\} 2$/m);
    expect(figures).toMatch(/^onsil_errors_total 0$/m);
  });
});

describe('a header', () => {
  it('that names anybody else as the expected user, readable or not, is a mismatch', async () => {
    const { server } = await aDoor();
    const owner = await signIn(server.url, 'owner');
    for (const named of ['%', '%E0%A4%A', 'somebody', '']) {
      const answer = await owner.call('/api/farms', { headers: { 'x-expected-user': named } });
      expect(await answer.json(), named).toMatchObject({ code: 'IDENTITY_MISMATCH' });
    }
    expect((await owner.call('/api/farms', { headers: { 'x-expected-user': 'owner' } })).status).toBe(200);
  });

  it('of a proxy keeps the figures from whoever comes through one on this machine', async () => {
    const { url } = await aServer();
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${url}/api/metrics`, { headers })).status;
    expect(await statusWith({})).toBe(200);
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])
      expect(await statusWith({ [name]: '203.0.113.7' }), name).toBe(404);
  });

  it('that promises TLS stands behind a proxy that speaks it, and only where it is believed', async () => {
    const hstsOf = async (env: Record<string, string>) => {
      const { url } = await aServer({ env });
      const answer = await fetch(`${url}/api/healthz`, { headers: { 'x-forwarded-proto': 'https' } });
      return answer.headers.get('strict-transport-security');
    };
    expect(await hstsOf({ TRUST_PROXY: '1' })).toMatch(/^max-age=\d{7,}/);
    expect(await hstsOf({ PUBLIC_URL: 'https://farm.example' })).toMatch(/^max-age=\d{7,}/);
    expect(await hstsOf({})).toBeNull();
  });
});

describe('the data folder', () => {
  it('holds nothing that others on the machine can read but the lock', async () => {
    const { server } = await aDoor();
    const { dataDir } = server.config;
    const open = readdirSync(dataDir).filter((name) => (statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
    expect(open.filter((name) => !name.startsWith('server.lock'))).toEqual([]);
  });
});
