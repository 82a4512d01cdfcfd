import type { UserAuthority } from '../user/auth.ts';
import type { AuthCode, Menu } from './menu.ts';

/** none: the page does not open. read: it shows. write: its content may be changed. */
export type PageRight = 'none' | 'read' | 'write';

/** A page of the menu and the role's right on it. */
export type MenuEntry = { menuUrl: string; authCode: AuthCode };

/** A role with its menu, which together decide what pages are open. */
export type Role = { authority: UserAuthority; entries: readonly MenuEntry[] };

/** The role that a menu was made for; undefined while either is unknown. */
export function roleOf(authority: UserAuthority | undefined, menus: readonly Menu[] | undefined): Role | undefined {
  if (authority === undefined || !menus) return undefined;
  return { authority, entries: menus.flatMap(({ childMenus }) => childMenus) };
}

/** Pages that every signed-in user may open, whatever the menu. */
const alwaysOpen: readonly string[] = ['/cms/dashboard', '/cms/outbox', '/cms/policy', '/cms/terms'];

/** Families whose create and edit pages only writers may open; readers see the list (specification, section 6). */
const writersOnly: readonly string[] = ['reservation-composite', 'reservation-target', 'water-sensor', 'water-time'];

/**
 * The kind of page at a path within a menu entry: the page itself, its print view, a list, or a list's create or edit
 * page.
 */
type PageKind = 'single' | 'print' | 'list' | 'create' | 'edit' | 'edit-for-writers';

/** What each code grants on each kind of page (specification, section 6). */
const granted: { readonly [Kind in PageKind]: { readonly [Code in AuthCode]: PageRight } } = {
  single: { AUTH_ALLOW: 'write', AUTH_READ: 'read', AUTH_WRITE: 'write' },
  print: { AUTH_ALLOW: 'read', AUTH_READ: 'read', AUTH_WRITE: 'read' },
  list: { AUTH_ALLOW: 'read', AUTH_READ: 'read', AUTH_WRITE: 'write' },
  create: { AUTH_ALLOW: 'none', AUTH_READ: 'none', AUTH_WRITE: 'write' },
  edit: { AUTH_ALLOW: 'none', AUTH_READ: 'read', AUTH_WRITE: 'write' },
  'edit-for-writers': { AUTH_ALLOW: 'none', AUTH_READ: 'none', AUTH_WRITE: 'write' },
};

/**
 * The right of a role on the page at a path, `/cms/farm/farm-edit/3` as well as `/cms/farm/farm-edit`. 'none' while the
 * role is unknown. Only administrators may open pages below /admin, and they may do anything there.
 */
export function rightOnPage(role: Role | undefined, pathname: string): PageRight {
  if (!role) return 'none';
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (path === '/admin' || path.startsWith('/admin/')) return role.authority === 'ROLE_ADMINISTER' ? 'write' : 'none';
  for (const { menuUrl, authCode } of role.entries) {
    const kind = kindOfPage(menuUrl, path);
    if (kind) return granted[kind][authCode];
  }
  return alwaysOpen.includes(path) ? 'read' : 'none';
}

/** Whether a path belongs to a menu entry: the page itself, or one of its family. */
export function isOfPage(menuUrl: string, pathname: string): boolean {
  return kindOfPage(menuUrl, pathname) !== undefined;
}

function kindOfPage(menuUrl: string, path: string): PageKind | undefined {
  const family = familyOf(menuUrl);
  if (path === menuUrl) return family === undefined ? 'single' : 'list';
  if (path === `${menuUrl}-print`) return 'print';
  if (family === undefined) return undefined;
  if (path === `${family}-create`) return 'create';
  if (path !== `${family}-edit` && !path.startsWith(`${family}-edit/`)) return undefined;
  return writersOnly.includes(family.slice(family.lastIndexOf('/') + 1)) ? 'edit-for-writers' : 'edit';
}

/** '/cms/farm/farm' for '/cms/farm/farm-manage'; undefined for a page without a family. */
export function familyOf(menuUrl: string): string | undefined {
  return /^(.*)-manage$/.exec(menuUrl)?.[1];
}
