import { useQuery } from '@tanstack/react-query';
import { sideMenu } from '#contract/menu/menu.ts';
import { type PageRight, rightOnPage, roleOf } from '#contract/menu/page-right.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';

/**
 * What the user's role may do on the page of a path; undefined as long as the menu is not there. The server decides on
 * its own.
 */
export function useRightOnPage(pathname: string): PageRight | undefined {
  const { data: session } = useSession();
  const authority = session?.userAuthority;
  const menu = useQuery({
    ...readQuery(sideMenu, { query: { userAuthority: authority } }),
    enabled: authority !== undefined,
  });
  const role = roleOf(authority, menu.data?.value);
  return role && rightOnPage(role, pathname);
}
