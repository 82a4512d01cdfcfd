import type { Context } from 'hono';
import type { Config } from '../config.ts';

/** Whether the browser speaks TLS, with us or with the proxy before us. */
export function isHttps(
  c: Context,
  { publicUrl, tls, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy' | 'tls'>,
): boolean {
  if (tls !== undefined || publicUrl?.startsWith('https:')) return true;
  // Several proxies write a list; the last entry is from the one that talks to us.
  return trustProxy && c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https';
}
