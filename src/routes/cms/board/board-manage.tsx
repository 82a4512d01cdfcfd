import { createFileRoute } from '@tanstack/react-router';
import { postSorts } from '#contract/wire/sorts.ts';
import { BoardManagePage } from '#src/features/board/board-manage-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/board/board-manage')({
  validateSearch: (raw: Record<string, unknown>) => listSearch(postSorts, raw),
  component: BoardManage,
  errorComponent: RouteFailure,
});

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
