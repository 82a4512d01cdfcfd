import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/** What the calling user may do on a farm. */
export const farmRight = z.enum(['own', 'write', 'read']);
export type FarmRight = z.infer<typeof farmRight>;

const known = {
  index: z.number(),
  farmName: z.string(),
  right: farmRight,
  /** true when its readings come from the simulated greenhouse. */
  isSimulated: z.boolean(),
};

/** A farm as selectors list it and as pages use the chosen one. */
const farm = z.object({
  ...known,
  /** Owned by the user or shared with them; false when only the administrator role gives access. */
  isMine: z.boolean(),
});
export type Farm = z.infer<typeof farm>;

/** A farm with its location. */
export const farmFacts = z.object({
  ...known,
  address: z.string(),
  /** Degrees north and east (WGS 84); null when not entered. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Ground area in m²; 10a are 1,000 m². */
  areaM2: z.nullable(z.number()),
  isLeadFarm: z.boolean(),
});
export type FarmFacts = z.infer<typeof farmFacts>;

export const listFarms = endpoint({
  method: 'GET',
  path: '/api/farms',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(farmFacts),
  offline: 'live',
  about: 'Lists the farms of the caller: own ones first, then shared ones.',
});

export const shellFarms = endpoint({
  method: 'GET',
  path: '/api/farm',
  who: 'user',
  farm: 'none',
  page: 'any',
  answer: z.array(farm),
  offline: 'boot',
  about:
    'Lists the farms that the caller can select: own ones first, then shared ones, then for an administrator all others by name.',
});
