import { createFileRoute } from '@tanstack/react-router';
import { GrowingEditPage } from '#src/features/growing/growing-edit-page.tsx';
import { observationQuery } from '#src/features/growing/growing-reads.ts';
import { awaitFirstRead } from '../../-first-reads.ts';
import { GrowingFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/growth/growing-edit/$id')({
  loader: (loading) => awaitFirstRead(loading, observationQuery(loading.params.id)),
  component: GrowingEdit,
  errorComponent: GrowingFailure,
});

function GrowingEdit() {
  useTitle('생육 조사 기록');
  const { id } = Route.useParams();
  const { farms } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/growth/growing-manage');
  const mayWriteOn = (farmIndex: number) =>
    mayWrite && farms.some(({ index, right }) => index === farmIndex && right !== 'read');
  return <GrowingEditPage key={id} id={id} mayWriteOn={mayWriteOn} />;
}
