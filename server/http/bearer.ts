import type { Context } from 'hono';

/** The token of `Authorization: Bearer …`; the scheme may be written in any case (RFC 7235, section 2.1). */
export function bearerOf(c: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
