import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

export const currentNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(z.object({ id: z.string(), farmIndex: z.number(), title: z.string(), isUnread: z.boolean() })),
  offline: 'live',
  about: 'Pinned notices that hold, for everybody and for the farms the caller may read; the newest first.',
});
