import { useQuery } from '@tanstack/react-query';
import { mayOpen, sideMenu } from '#contract/menu/menu.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';

/** Whether the menu lets the user create and change things on a manage page. The server decides on its own. */
export function useMayWrite(managePage: string): boolean {
  const { data: session } = useSession();
  const menu = useQuery(readQuery(sideMenu, { query: { userAuthority: session?.userAuthority } }));
  const createPage = managePage.replace(/-manage$/, '-create');
  return mayOpen(createPage, menu.data?.value ?? [], session?.userAuthority === 'ROLE_ADMINISTER');
}
