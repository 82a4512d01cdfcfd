import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../support/poll-until.ts';
import { aServer } from '../support/server/server.ts';

/** An address of this machine other than 127.0.0.1: on the network, or else the next loopback address. */
function otherAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.text();
  return answer.status;
}

const reach = (port: number, headers: Record<string, string> = {}, at = '/api/healthz') =>
  statusOf(`http://${otherAddress()}:${port}${at}`, headers).catch(() => 'not reached');

describe('what it listens on', () => {
  it('is every address without the demonstration, and the figures stay on this machine', async () => {
    const { port, url } = await aServer({ env: { HOST: '', METRICS_TOKEN: 'a-token' } });
    expect(await reach(port)).toBe(200);
    expect(await reach(port, {}, '/api/metrics')).toBe(404);
    expect(await reach(port, { authorization: 'Bearer a-token' }, '/api/metrics')).toBe(200);
    expect(await statusOf(`${url}/api/metrics`)).toBe(200);
  });

  it('is this machine alone behind a proxy on it', async () => {
    const { port, url } = await aServer({ env: { HOST: '', TRUST_PROXY: '1' } });
    expect(await statusOf(`${url}/api/healthz`)).toBe(200);
    expect(await reach(port)).toBe('not reached');
  });

  it('is every address behind a proxy elsewhere, and where HOST says so', async () => {
    const named = await aServer({ env: { HOST: '', TRUST_PROXY: '192.0.2.77' } });
    expect(await reach(named.port)).toBe(200);
    const told = await aServer({ env: { HOST: '0.0.0.0', TRUST_PROXY: '1' } });
    expect(await reach(told.port)).toBe(200);
  });
});

describe('whoever keeps a socket open and says little', () => {
  /** Sends this text and nothing more. */
  async function aSlowSocket(port: number, said: string): Promise<{ socket: Socket; heard: Promise<string> }> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let heard = '';
    socket.on('data', (part) => {
      heard += part;
    });
    // The server may reset the connection, which is a valid answer.
    socket.on('error', () => {});
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
    await once(socket, 'connect');
    socket.write(said);
    return { socket, heard: closed };
  }
  const head = 'POST /api/auth/_log HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

  it.each([
    ['half a head', head],
    ['half a body', `${head}Content-Length: 100\r\n\r\n{"le`],
  ])('is hung up on after %s', async (_what, said) => {
    const { port, url } = await aServer({ sockets: { headMs: 200, requestMs: 400, count: 100 } });
    const { heard } = await aSlowSocket(port, said);
    expect(await statusOf(`${url}/api/healthz`)).toBe(200);
    expect(await heard).toMatch(/^HTTP\/1\.1 408/);
  });

  it('takes no more sockets than there are, and gives them back', async () => {
    const { port, url } = await aServer({ sockets: { headMs: 60_000, requestMs: 60_000, count: 3 } });
    const open = await Promise.all([head, head, head].map((said) => aSlowSocket(port, said)));
    await expect(statusOf(`${url}/api/healthz`)).rejects.toThrow();
    open[0]?.socket.destroy();
    await open[0]?.heard;
    expect(
      await pollUntil(
        () => statusOf(`${url}/api/healthz`).catch(() => 0),
        (status) => status !== 0,
      ),
    ).toBe(200);
  });
});
