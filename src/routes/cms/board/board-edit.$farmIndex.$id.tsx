import { createFileRoute } from '@tanstack/react-router';
import { getPost } from '#contract/board/board.ts';
import { EVERYBODY } from '#contract/wire/endpoint.ts';
import { readQuery } from '#src/api/read/query.ts';
import { BoardPostPage } from '#src/features/board/board-post-page.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/board/board-edit/$farmIndex/$id')({
  loader: (loading) => awaitFirstRead(loading, readQuery(getPost, { params: postIn(loading.params) })),
  component: BoardEdit,
  errorComponent: RouteFailure,
});

const postIn = ({ farmIndex, id }: { farmIndex: string; id: string }) => ({ farmIndex: Number(farmIndex), id });

function BoardEdit() {
  useTitle('게시판');
  const { farmIndex, id } = postIn(Route.useParams());
  const { farms } = useChosenFarm();
  const farm = farms.find(({ index }) => index === farmIndex);
  const mayWriteHere = farmIndex === EVERYBODY || (farm !== undefined && farm.right !== 'read');
  const mayWrite = useMayWrite('/cms/board/board-manage') && mayWriteHere;
  return (
    <BoardPostPage
      key={`${farmIndex} ${id}`}
      farmIndex={farmIndex}
      id={id}
      farmName={farm?.farmName ?? null}
      mayWrite={mayWrite}
    />
  );
}
