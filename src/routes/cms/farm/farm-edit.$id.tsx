import { createFileRoute } from '@tanstack/react-router';
import { getFarm } from '#contract/farm/farm-manage.ts';
import { readQuery } from '#src/api/read/query.ts';
import { FarmEditPage } from '#src/features/farm/farm-edit-page.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { FarmFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-edit/$id')({
  loader: (loading) => awaitFirstRead(loading, readQuery(getFarm, { params: { id: Number(loading.params.id) } })),
  component: FarmEdit,
  errorComponent: FarmFailure,
});

function FarmEdit() {
  useTitle('농장 정보');
  const { id } = Route.useParams();
  return <FarmEditPage key={id} farmId={Number(id)} mayWrite={useMayWrite('/cms/farm/farm-manage')} />;
}
