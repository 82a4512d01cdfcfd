import type { Context } from 'hono';
import type { Config } from '../config.ts';
import { forwarded } from './forwarded.ts';

/** Whether the browser uses TLS, to this server or to the proxy in front of it. */
export function isHttps(
  c: Context,
  { publicUrl, tls, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies' | 'tls'>,
): boolean {
  if (tls !== undefined || publicUrl?.startsWith('https:')) return true;
  return forwarded(c, 'proto', trustedProxies)?.toLowerCase() === 'https';
}
