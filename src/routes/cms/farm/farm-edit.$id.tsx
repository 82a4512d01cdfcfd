import { createFileRoute } from '@tanstack/react-router';
import { FarmEditPage } from '#src/features/farm/farm-edit-page.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-edit/$id')({ component: FarmEdit });

function FarmEdit() {
  useTitle('농장 정보');
  const { id } = Route.useParams();
  return <FarmEditPage key={id} farmId={Number(id)} mayWrite={useMayWrite('/cms/farm/farm-manage')} />;
}
