import type { Menu } from '#contract/menu/menu.ts';

const MANAGE_SUFFIX = '-manage';

/** Whether the page belongs to the menu entry: the page itself, or a create or edit page of its family. */
export function isWithin(menuUrl: string, pathname: string): boolean {
  if (pathname === menuUrl || pathname.startsWith(`${menuUrl}/`)) return true;
  if (!menuUrl.endsWith(MANAGE_SUFFIX)) return false;
  const family = menuUrl.slice(0, -MANAGE_SUFFIX.length);
  return pathname === `${family}-create` || pathname === `${family}-edit` || pathname.startsWith(`${family}-edit/`);
}

/** Whether the page belongs to any entry of the group. */
export function isInGroup({ childMenus }: Menu, pathname: string): boolean {
  return childMenus.some(({ menuUrl }) => isWithin(menuUrl, pathname));
}
