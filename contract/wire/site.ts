import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const siteInfo = endpoint({
  method: 'GET',
  path: '/api/site',
  who: 'anyone',
  answer: z.object({
    /** True while the demonstration's accounts exist; the sign-in page then shows them. */
    demo: z.boolean(),
    /** The operating company and its contact, as configured; what is not given is not shown. */
    operator: z.object({
      company: z.optional(z.string()),
      name: z.optional(z.string()),
      phone: z.optional(z.string()),
    }),
  }),
  offline: 'boot',
  about: 'What everybody may know of this installation.',
});
