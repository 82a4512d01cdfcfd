import type { Context } from 'hono';
import { networkOf } from '../kernel/network/network.ts';
import type { TrustedProxies } from '../kernel/network/trusted-proxies.ts';
import { forwarded, peerAddress } from './forwarded.ts';

/** The network that a request is counted under: of the socket's peer, or of the client that a trusted proxy names. */
export function clientAddress(c: Context, proxies: TrustedProxies): string {
  return networkOf(forwarded(c, 'for', proxies) ?? peerAddress(c));
}
