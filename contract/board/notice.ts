import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

export const currentNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(z.object({ id: z.string(), farmIndex: z.number(), title: z.string(), isUnread: z.boolean() })),
  offline: 'reference',
  about:
    'Lists the pinned notices that are in force, for everybody and for the farms that the caller may read, newest first.',
});
