import type { MiddlewareHandler } from 'hono';
import { errors } from '#contract/wire/errors.ts';
import { fail } from '../kernel/fail.ts';
import { isLocalName } from '../kernel/local-name.ts';

/**
 * Refuses whoever asks for this machine by another name than its own: a site can have its name lead here once its
 * page is loaded (DNS rebinding), and would then read with the accounts that everybody knows.
 */
export const localNamesOnly: MiddlewareHandler = async (c, next) => {
  if (isLocalName(c.req.header('host') ?? '')) return next();
  if (c.req.path.startsWith('/api/')) fail('HOST_REFUSED');
  return c.text(errors.HOST_REFUSED.message, 421);
};
