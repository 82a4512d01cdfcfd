import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { deletedSorts, leadFarmSorts } from '../wire/sorts.ts';
import { doneOf } from '../wire/write.ts';

/** A farm as a row of the list of lead farms. */
const leadFarmRow = z.object({
  index: z.number(),
  farmName: z.string(),
  address: z.string(),
  owner: z.object({ userId: z.string(), name: z.string() }),
  isLeadFarm: z.boolean(),
});
export type LeadFarmRow = z.infer<typeof leadFarmRow>;

export const leadFarms = endpoint({
  method: 'GET',
  path: '/api/admin/lead-farms',
  who: 'administrator',
  farm: 'none',
  query: listQuery(leadFarmSorts),
  answer: pageOf(leadFarmRow),
  offline: 'online-only',
  about: 'Lists all farms, lead farms first.',
});

export const setLeadFarm = endpoint({
  method: 'PUT',
  path: '/api/admin/lead-farms/{id}',
  who: 'administrator',
  farm: 'none',
  params: z.object({ id: indexParam }),
  body: z.object({ isLeadFarm: z.boolean() }),
  answer: doneOf(leadFarmRow),
  offline: 'online-only',
  about: 'Makes a farm a lead farm, or ends that.',
});

/** A deleted farm or crop can be restored for this many days. */
export const RESTORE_DAYS = 30;

/** A farm or a crop that was deleted. */
const deletedRow = z.object({
  kind: z.enum(['farm', 'crop']),
  farmIndex: z.number(),
  /** null for a farm. */
  cropId: z.nullable(z.string()),
  name: z.string(),
  farmName: z.string(),
  owner: z.object({ userId: z.string(), name: z.string() }),
  /** Sign-in id of the person who deleted it; null when the audit log has no entry. */
  deletedBy: z.nullable(z.string()),
  deletedAt: instantText,
  restorableUntil: z.string(),
  /** A crop can be restored only when its farm is not deleted. */
  isFarmDeleted: z.boolean(),
});
export type DeletedRow = z.infer<typeof deletedRow>;

export const deletedThings = endpoint({
  method: 'GET',
  path: '/api/admin/deleted',
  who: 'administrator',
  farm: 'none',
  query: listQuery(deletedSorts),
  answer: pageOf(deletedRow),
  offline: 'online-only',
  about: 'Lists deleted farms and crops, most recently deleted first.',
});

export const restoreDeleted = endpoint({
  method: 'POST',
  path: '/api/admin/deleted/restore',
  who: 'administrator',
  farm: 'none',
  body: z.object({
    farmIndex: z.number().check(z.int()),
    /** null: the farm itself. */
    cropId: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  }),
  answer: doneOf(z.object({ farmIndex: z.number(), cropId: z.nullable(z.string()) })),
  errors: ['RESTORE_TOO_LATE', 'FARM_DELETED'],
  offline: 'online-only',
  about: 'Restores a farm or a crop within 30 days of its deletion.',
});
