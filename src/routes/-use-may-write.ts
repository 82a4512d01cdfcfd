import type { MenuPage } from '#contract/menu/data-menu.ts';
import { useRightOnPage } from './-use-right-on-page.ts';

/** Whether the user's role may change things on a page of the menu; not before the menu says so. */
export function useMayWrite(page: MenuPage): boolean {
  return useRightOnPage(page) === 'write';
}
