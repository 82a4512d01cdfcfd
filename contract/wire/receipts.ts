import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** So many are asked about at a time: their names still fit into an address. */
export const MAX_RECEIPTS = 100;

/** Names of acts, comma-separated, as IDEMPOTENCY_KEY carries them. */
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
  /** Those that were answered, and how: HTTP status. What is missing the server has never done, or not any more. */
  answer: z.array(z.object({ key: z.string(), status: z.number() })),
  offline: 'online-only',
  about: 'Which of the caller’s writes of the last 90 days the server has, by their Idempotency-Key.',
});
