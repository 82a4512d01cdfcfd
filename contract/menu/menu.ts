import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/**
 * What a menu entry lets a user do. AUTH_ALLOW: open the page. AUTH_READ: the page and its edit child,
 * as a view. AUTH_WRITE: the page with its create and edit children.
 */
export const authCodes = ['AUTH_ALLOW', 'AUTH_WRITE', 'AUTH_READ'] as const;
export const authCode = z.enum(authCodes);
export type AuthCode = z.infer<typeof authCode>;

const childMenu = z.object({
  index: z.number(),
  menuName: z.string(),
  menuUrl: z.string(),
  authCode,
});

const menu = z.object({
  index: z.number(),
  menuName: z.string(),
  menuIconName: z.string(),
  childMenus: z.array(childMenu),
});
export type Menu = z.infer<typeof menu>;

export const sideMenu = endpoint({
  method: 'GET',
  path: '/api/menu/side',
  who: 'user',
  query: z.object({ userAuthority: z.optional(z.string()) }),
  answer: z.array(menu),
  offline: 'boot',
  about: 'The menu of the signed-in user. userAuthority is taken for the specification’s sake; the session decides.',
});

/** Pages anyone signed in may open, whatever the menu says. */
const alwaysAllowed: readonly string[] = ['/cms/dashboard', '/cms/policy', '/cms/terms'];

/** Manage pages whose menu entry grants no view of the edit page to AUTH_READ: these are for writers only. */
const writeOnlyFamilies: readonly string[] = [
  'reservation-composite',
  'reservation-target',
  'water-sensor',
  'water-time',
];

const MANAGE_SUFFIX = '-manage';

/** The same page as it goes on paper. */
const PRINT_SUFFIX = '-print';

/**
 * Whether a user with this menu may open the path. Manage pages grant children by their authCode:
 * AUTH_WRITE the create and edit pages, AUTH_READ the edit page alone (and for the write-only
 * families nothing at all). Administrators may open anything below /admin.
 */
export function mayOpen(pathname: string, menus: readonly Menu[], isAdministrator: boolean): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (alwaysAllowed.includes(path)) return true;
  if (path === '/admin' || path.startsWith('/admin/')) return isAdministrator;
  for (const { childMenus } of menus) {
    for (const { menuUrl, authCode: code } of childMenus) {
      const family = menuUrl.slice(menuUrl.lastIndexOf('/') + 1).replace(new RegExp(`${MANAGE_SUFFIX}$`), '');
      if (code === 'AUTH_READ' && writeOnlyFamilies.includes(family)) continue;
      if (path === menuUrl || path === `${menuUrl}${PRINT_SUFFIX}`) return true;
      if (!menuUrl.endsWith(MANAGE_SUFFIX)) continue;
      const base = menuUrl.slice(0, -MANAGE_SUFFIX.length);
      const isEdit = path.startsWith(`${base}-edit/`) || path === `${base}-edit`;
      const isCreate = path === `${base}-create`;
      if (isEdit && (code === 'AUTH_WRITE' || code === 'AUTH_READ')) return true;
      if (isCreate && code === 'AUTH_WRITE') return true;
    }
  }
  return false;
}
