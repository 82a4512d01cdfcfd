import { createFileRoute } from '@tanstack/react-router';
import { FarmCreatePage } from '#src/features/farm/farm-create-page.tsx';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-create')({ component: FarmCreate });

function FarmCreate() {
  useTitle('농장 등록');
  return <FarmCreatePage />;
}
