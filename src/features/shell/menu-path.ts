import type { Menu } from '#contract/menu/menu.ts';
import { isOfPage } from '#contract/menu/page-right.ts';

/** Whether the page belongs to any entry of the group. */
export function isInGroup({ childMenus }: Menu, pathname: string): boolean {
  return childMenus.some(({ menuUrl }) => isOfPage(menuUrl, pathname));
}
