import { createFileRoute } from '@tanstack/react-router';
import { useSession } from '#src/api/session/session.ts';
import { CropEditPage } from '#src/features/crop/crop-edit-page.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-edit/$id')({ component: CropEdit });

function CropEdit() {
  useTitle('작물 정보');
  const { id } = Route.useParams();
  const { farms } = useChosenFarm();
  const { data: session } = useSession();
  const mayWrite = useMayWrite('/cms/farm/crop-manage');
  const isAdministrator = session?.userAuthority === 'ROLE_ADMINISTER';
  const mayWriteOn = (farmIndex: number) =>
    mayWrite && (isAdministrator || farms.some(({ index, right }) => index === farmIndex && right !== 'read'));
  return <CropEditPage key={id} cropId={id} mayWriteOn={mayWriteOn} />;
}
