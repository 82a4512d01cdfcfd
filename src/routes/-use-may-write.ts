import type { MenuPage } from '#contract/menu/data-menu.ts';
import { useRightOnPage } from './-use-right-on-page.ts';

/** Whether the user's role may write on a page of the menu; false until the menu is loaded. */
export function useMayWrite(page: MenuPage): boolean {
  return useRightOnPage(page) === 'write';
}
