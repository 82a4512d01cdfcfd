import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/**
 * The right of a menu entry. AUTH_ALLOW: open the page. AUTH_READ: the page and its edit page as a view. AUTH_WRITE:
 * the page with its create and edit pages.
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
  farm: 'none',
  page: 'any',
  query: z.object({ userAuthority: z.optional(z.string()) }),
  answer: z.array(menu),
  offline: 'boot',
  about:
    'Returns the menu of the signed-in user. The parameter userAuthority is accepted and ignored: the session decides.',
});
