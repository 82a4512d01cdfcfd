import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { TrustedProxies } from '../kernel/trusted-proxies.ts';

/** The address at the socket's other end. */
export function peerAddress(c: Context): string {
  // Requests made without a socket (app.request) have no address.
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown';
}

/** What a trusted proxy says in X-Forwarded-For or -Proto; undefined from anybody else. */
export function forwarded(c: Context, name: 'for' | 'proto', proxies: TrustedProxies): string | undefined {
  const peer = peerAddress(c);
  const version = isIP(peer);
  if (version === 0 || !proxies.check(peer, version === 4 ? 'ipv4' : 'ipv6')) return undefined;
  // Several proxies write a list; the last entry is from the one that talks to us.
  return c.req.header(`x-forwarded-${name}`)?.split(',').at(-1)?.trim() || undefined;
}
