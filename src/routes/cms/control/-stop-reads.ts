import type { Farm } from '#contract/farm/farm.ts';
import type { AuthCode } from '#contract/menu/menu.ts';
import { rightOnPage } from '#contract/menu/page-right.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { Client } from '#src/api/client.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { watchedControl } from '#src/features/control/control-query.ts';

/** The read that decides whether the bar stands over a page; none for a user who may not operate the equipment. */
export function stopReads({ index, right }: Farm, { queryClient, session }: Client): Promise<unknown>[] {
  if (right === 'read' || !mayOperate(session.get().data)) return [];
  return [firstResult(queryClient, watchedControl(index))];
}

/** Whether the menu lets the user write on the page of equipment; others may not read its state. */
function mayOperate(user: { userAuthority: UserAuthority; urlMap: Record<string, AuthCode> } | null): boolean {
  if (!user) return false;
  const entries = Object.entries(user.urlMap).map(([menuUrl, authCode]) => ({ menuUrl, authCode }));
  return rightOnPage({ authority: user.userAuthority, entries }, '/cms/control/operate') === 'write';
}
