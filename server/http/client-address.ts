import type { Context } from 'hono';
import { networkOf } from '../kernel/network.ts';
import type { TrustedProxies } from '../kernel/trusted-proxies.ts';
import { forwarded, peerAddress } from './forwarded.ts';

/** Who to count a request for: the socket's other end, or what a trusted proxy says it was. */
export function clientAddress(c: Context, proxies: TrustedProxies): string {
  return networkOf(forwarded(c, 'for', proxies) ?? peerAddress(c));
}
