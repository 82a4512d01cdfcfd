import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Most keys in one call, so that they fit into a URL. */
export const MAX_RECEIPTS = 100;

/** Comma-separated values of IDEMPOTENCY_KEY. */
const keyList = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,100}(,[\w-]{1,100}){0,99}$/)),
  z.transform((text: string) => text.split(',')),
);

export const receipts = endpoint({
  method: 'GET',
  path: '/api/receipts',
  who: 'user',
  farm: 'none',
  page: 'any',
  query: z.object({ keys: keyList }),
  /** Keys with an answer, and its HTTP status. A missing key was never handled, or its answer has expired. */
  answer: z.array(z.object({ key: z.string(), status: z.number() })),
  offline: 'online-only',
  about:
    'Tells for each given Idempotency-Key whether the server has stored that write of the caller in the last 90 days.',
});
