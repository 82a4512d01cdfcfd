import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/** What the asking user may do on a farm. */
export const farmRight = z.enum(['own', 'write', 'read']);
export type FarmRight = z.infer<typeof farmRight>;

export const farm = z.object({
  index: z.number(),
  farmName: z.string(),
  address: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Ground area in m²; 10a are 1,000 m². */
  areaM2: z.nullable(z.number()),
  right: farmRight,
  isLeadFarm: z.boolean(),
  /** True when its readings come from the simulated greenhouse. */
  simulated: z.boolean(),
});
export type Farm = z.infer<typeof farm>;

export const listFarms = endpoint({
  method: 'GET',
  path: '/api/farms',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(farm),
  offline: 'boot',
  about: 'Farms of the user: own ones first, then those shared with them.',
});

export const shellFarms = endpoint({
  method: 'GET',
  path: '/api/farm',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(z.object({ index: z.number(), farmName: z.string() })),
  offline: 'boot',
  about: 'The same farms as a short list for selectors of the shell.',
});
