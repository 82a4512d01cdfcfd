import * as z from 'zod/mini';
import { userAuthorities } from '../user/auth.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { menuSorts } from '../wire/sorts.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { authCode } from './menu.ts';

const right = z.nullable(authCode);

/** Fields of a menu page that an administrator may change; its URL is fixed. */
export const menuItemFields = z.object({
  menuName: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  /** Position in its group, from 0. */
  position: z.number().check(z.gte(0), z.lte(99)),
  /** The right of each role; null hides the page. */
  rights: z.object({ ROLE_ADMINISTER: right, ROLE_USER: right }),
});
export type MenuItemFields = z.infer<typeof menuItemFields>;

const menuItemRow = z.extend(menuItemFields, {
  index: z.number(),
  menuUrl: z.string(),
  groupName: z.string(),
  /** Whether the page has create and edit pages, so that reading and writing are different rights. */
  hasChildren: z.boolean(),
});
export type MenuItemRow = z.infer<typeof menuItemRow>;

/** Roles in the order of the columns. */
export const menuRoles = userAuthorities;

/**
 * The page of these settings. Administrators cannot hide it from themselves, since nobody could undo that in the app.
 */
export const MENUS_PAGE = '/admin/menus';

export const adminMenus = endpoint({
  method: 'GET',
  path: '/api/admin/menus',
  who: 'administrator',
  farm: 'none',
  query: listQuery(menuSorts),
  answer: pageOf(menuItemRow),
  offline: 'online-only',
  about: 'Lists the pages of the menu with the right of each role; by default in the order of the menu.',
});

export const updateMenuItem = endpoint({
  method: 'PUT',
  path: '/api/admin/menus/{id}',
  who: 'administrator',
  farm: 'none',
  params: z.object({ id: indexParam }),
  body: editOf(menuItemFields),
  answer: doneOf(menuItemRow),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'online-only',
  about: 'Renames a page, changes its position, or changes the right of a role on it.',
});
