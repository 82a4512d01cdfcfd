import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import { isHttps } from '../../http/is-https.ts';
import { fail } from '../../kernel/fail.ts';

/** A name or address with an optional port. Other Host headers are not used to build URLs. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The origin under which the browser reached the server. Throws BAD_REQUEST for a Host header that is not plain. */
export function originOf(c: Context, config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'tls'>): string {
  if (config.publicUrl !== undefined) return new URL(config.publicUrl).origin;
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  const url = `${isHttps(c, config) ? 'https' : 'http'}://${host}`;
  return plainHost.test(host) && URL.canParse(url) ? new URL(url).origin : fail('BAD_REQUEST');
}
