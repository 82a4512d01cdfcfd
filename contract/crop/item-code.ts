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
  about: 'Items that can be chosen, by the beginning of their codes; an unknown beginning has none.',
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
  about: 'All item codes with their use, in the order of the list.',
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
  about: 'A new item under the next free code.',
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
  about: 'Renames, moves, retires or brings back an item.',
});
