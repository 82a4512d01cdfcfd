import { createFileRoute } from '@tanstack/react-router';
import { managePosts } from '#contract/board/board.ts';
import { postSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { BoardManagePage } from '#src/features/board/board-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../../-first-reads.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/board/board-manage')({
  validateSearch: readSearch,
  loader: (loading) =>
    awaitFirstRead(loading, readQuery(managePosts, { query: askedOf(readSearch(loading.location.search)) })),
  component: BoardManage,
  errorComponent: RouteFailure,
});

function readSearch(raw: Record<string, unknown>) {
  return listSearch(postSorts, raw);
}

function BoardManage() {
  useTitle('게시판');
  const navigate = Route.useNavigate();
  return (
    <BoardManagePage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      mayWrite={useMayWrite('/cms/board/board-manage')}
    />
  );
}
