import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { itemCodeSorts } from '../wire/sorts.ts';
import { doneOf, editOf } from '../wire/write.ts';

/** Prefix of the codes of crops. */
export const CROP_PREFIX = 'CRO';

const itemCode = z.object({
  /** CRO and three digits. */
  code: z.string(),
  itemsName: z.string(),
});
export type ItemCode = z.infer<typeof itemCode>;

export const itemCodes = endpoint({
  method: 'GET',
  path: '/api/code/items/prefix/{prefix}',
  who: 'user',
  farm: 'none',
  page: ['/cms/farm/crop-manage', '/cms/dashboard'],
  params: z.object({ prefix: z.string().check(z.regex(/^[A-Z]{1,10}$/)) }),
  answer: z.array(
    z.extend(itemCode, {
      /** Whether there is a growth calendar for it. */
      hasCalendar: z.boolean(),
    }),
  ),
  offline: 'reference',
  about: 'Lists the items in use whose code begins with a prefix; empty for an unknown prefix.',
});

/** An item code as the administrator's list shows it. */
const itemCodeRow = z.extend(itemCode, {
  position: z.number(),
  /** Number of crops with this code. */
  used: z.number(),
  /** A retired code stays on crops that have it, but cannot be chosen. */
  isRetired: z.boolean(),
});
export type ItemCodeRow = z.infer<typeof itemCodeRow>;

const itemCodeFields = z.object({
  itemsName: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Position in the list, from 1. */
  position: z.number().check(z.gte(1), z.lte(999)),
  isRetired: z.boolean(),
});
export type ItemCodeFields = z.infer<typeof itemCodeFields>;

export const adminItemCodes = endpoint({
  method: 'GET',
  path: '/api/admin/item-codes',
  who: 'administrator',
  farm: 'none',
  query: listQuery(itemCodeSorts),
  answer: pageOf(itemCodeRow),
  offline: 'online-only',
  about: 'Lists all item codes, each with the number of its uses.',
});

export const createItemCode = endpoint({
  method: 'POST',
  path: '/api/admin/item-codes',
  who: 'administrator',
  farm: 'none',
  body: z.extend(itemCodeFields, { isRetired: z._default(z.boolean(), false) }),
  answer: doneOf(itemCodeRow),
  status: 201,
  errors: ['NAME_TAKEN'],
  offline: 'online-only',
  about: 'Creates an item under the next free code.',
});

export const updateItemCode = endpoint({
  method: 'PUT',
  path: '/api/admin/item-codes/{code}',
  who: 'administrator',
  farm: 'none',
  params: z.object({ code: z.string().check(z.maxLength(20)) }),
  body: editOf(itemCodeFields),
  answer: doneOf(itemCodeRow),
  errors: ['CHANGED_MEANWHILE', 'NAME_TAKEN'],
  offline: 'online-only',
  about: 'Renames an item, changes its position, or takes it out of use or back into use.',
});
