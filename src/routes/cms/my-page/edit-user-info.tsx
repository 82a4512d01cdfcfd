import { createFileRoute } from '@tanstack/react-router';
import { getMe, mySessions } from '#contract/user/user.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { MyPage } from '#src/features/user/my-page.tsx';
import { awaitFirstReads } from '../../-first-reads.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/my-page/edit-user-info')({
  loader: (loading) =>
    awaitFirstReads(loading, ({ queryClient }) => [
      firstResult(queryClient, readQuery(getMe, {})),
      firstResult(queryClient, readQuery(mySessions, {})),
    ]),
  component: EditUserInfo,
});

function EditUserInfo() {
  useTitle('내 정보');
  return <MyPage />;
}
