import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { TrustedProxies } from '../kernel/network/trusted-proxies.ts';

/** The address of the socket's peer. */
export function peerAddress(c: Context): string {
  // A request without a socket (app.request) has no address.
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown';
}

/** The value of X-Forwarded-For or -Proto from a trusted proxy; undefined from any other peer. */
export function forwarded(c: Context, name: 'for' | 'proto', proxies: TrustedProxies): string | undefined {
  const peer = peerAddress(c);
  const version = isIP(peer);
  if (version === 0 || !proxies.check(peer, version === 4 ? 'ipv4' : 'ipv6')) return undefined;
  // Several proxies append to a list; the last entry comes from the proxy that is connected to us.
  return c.req.header(`x-forwarded-${name}`)?.split(',').at(-1)?.trim() || undefined;
}
