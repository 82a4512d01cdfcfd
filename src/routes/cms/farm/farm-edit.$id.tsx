import { createFileRoute } from '@tanstack/react-router';
import { getFarm } from '#contract/farm/farm-manage.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { readQuery } from '#src/api/read/query.ts';
import { FarmEditPage } from '#src/features/farm/farm-edit-page.tsx';
import { UnsentFarmPage } from '#src/features/farm/unsent/unsent-farm-page.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { FarmFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-edit/$id')({
  loader: (loading) => {
    const id = Number(loading.params.id);
    return isProvisional(id) ? undefined : awaitFirstRead(loading, readQuery(getFarm, { params: { id } }));
  },
  component: FarmEdit,
  errorComponent: FarmFailure,
});

function FarmEdit() {
  useTitle('농장 정보');
  const { id } = Route.useParams();
  const farm = { farmId: Number(id), mayWrite: useMayWrite('/cms/farm/farm-manage') };
  return isProvisional(farm.farmId) ? <UnsentFarmPage key={id} {...farm} /> : <FarmEditPage key={id} {...farm} />;
}
