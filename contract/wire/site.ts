import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Password of the demonstration's accounts while the server is reachable from its own machine only. */
export const DEMO_PASSWORD = 'onsil-demo';

export const siteInfo = endpoint({
  method: 'GET',
  path: '/api/site',
  who: 'anyone',
  farm: 'none',
  answer: z.object({
    /** true while the demonstration's accounts exist; the sign-in page then shows them. */
    isDemo: z.boolean(),
    /** Their common password; left out when each has its own. */
    demoPassword: z.optional(z.string()),
    /** The operating company and its contact, as configured; empty values are not shown. */
    operator: z.object({
      company: z.optional(z.string()),
      name: z.optional(z.string()),
      phone: z.optional(z.string()),
    }),
  }),
  offline: 'boot',
  about: 'Returns the public settings of this installation.',
});

export const health = endpoint({
  method: 'GET',
  path: '/api/healthz',
  who: 'anyone',
  farm: 'none',
  answer: z.object({ ok: z.literal(true), build: z.string() }),
  errors: ['STORAGE_FULL'],
  offline: 'online-only',
  about: 'Tells whether the server is ready; fails with STORAGE_FULL while its disk is full.',
});

export const apiDescription = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  who: 'anyone',
  farm: 'none',
  answer: z.record(z.string(), z.unknown()),
  offline: 'online-only',
  about: 'Returns this description of the API (OpenAPI 3.1).',
});
