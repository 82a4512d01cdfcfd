import type { MiddlewareHandler } from 'hono';
import { errors } from '#contract/wire/errors.ts';
import { fail } from '../kernel/fail.ts';
import { isLocalName } from '../kernel/network/local-name.ts';

/**
 * Refuses requests that name this machine by another host name. With DNS rebinding a foreign site could otherwise reach
 * a local demonstration, whose accounts are publicly known.
 */
export const localNamesOnly: MiddlewareHandler = async (c, next) => {
  if (isLocalName(c.req.header('host') ?? '')) return next();
  if (c.req.path.startsWith('/api/')) fail('HOST_REFUSED');
  return c.text(errors.HOST_REFUSED.message, 421);
};
