import { createFileRoute } from '@tanstack/react-router';
import { FarmCreatePage } from '#src/features/farm/farm-create-page.tsx';
import { FarmFailure } from '../../-route-failure.tsx';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-create')({
  component: FarmCreate,
  errorComponent: FarmFailure,
});

function FarmCreate() {
  useTitle('농장 등록');
  return <FarmCreatePage />;
}
