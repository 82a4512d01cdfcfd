import { createFileRoute } from '@tanstack/react-router';
import { useSession } from '#src/api/session/session.ts';
import { BoardCreatePage } from '#src/features/board/board-create-page.tsx';
import { useFarmToWriteOn } from '#src/features/farm/unsent/use-farm-to-write-on.ts';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/board/board-create')({
  component: BoardCreate,
  errorComponent: RouteFailure,
});

function BoardCreate() {
  useTitle('글쓰기');
  const { farms, isKnown } = useFarmToWriteOn(useChosenFarm());
  const isAdministrator = useSession().data?.userAuthority === 'ROLE_ADMINISTER';
  if (!isKnown) return <FormSkeleton />;
  return <BoardCreatePage farms={farms.filter(({ right }) => right !== 'read')} isAdministrator={isAdministrator} />;
}
