import { useQuery } from '@tanstack/react-query';
import { sideMenu } from '#contract/menu/menu.ts';
import { type PageRight, rightOnPage, roleOf } from '#contract/menu/page-right.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';

/**
 * The right of the user's role on the page of a path; undefined until the menu is loaded. The server checks it itself.
 */
export function useRightOnPage(pathname: string): PageRight | undefined {
  const { data: session } = useSession();
  const authority = session?.userAuthority;
  const menu = useQuery({
    ...readQuery(sideMenu, { query: { userAuthority: authority } }),
    enabled: authority !== undefined,
    // The shell keeps the menu up to date; whoever else asks for a right does not request it again.
    refetchOnMount: false,
  });
  const role = roleOf(authority, menu.data?.value);
  return role && rightOnPage(role, pathname);
}
