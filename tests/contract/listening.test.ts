import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { aServer } from '../support/server.ts';

/** An address of this machine that is not the usual loopback: on the network, or where there is none, the next one. */
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
    const { port, url } = await aServer({ env: { HOST: '', METRICS_TOKEN: 'a token' } });
    expect(await reach(port)).toBe(200);
    expect(await reach(port, {}, '/api/metrics')).toBe(404);
    expect(await reach(port, { authorization: 'Bearer a token' }, '/api/metrics')).toBe(200);
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
