import { createFileRoute } from '@tanstack/react-router';
import { getCrop } from '#contract/crop/crop.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { CropEditPage } from '#src/features/crop/crop-edit-page.tsx';
import { awaitFirstReads } from '../../-first-reads.ts';
import { CropFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-edit/$id')({
  loader: (loading) =>
    awaitFirstReads(loading, ({ queryClient }) => [
      firstResult(queryClient, readQuery(getCrop, { params: { id: loading.params.id } })),
      firstResult(queryClient, readQuery(itemCodes, { params: { prefix: CROP_PREFIX } })),
    ]),
  component: CropEdit,
  errorComponent: CropFailure,
});

function CropEdit() {
  useTitle('작물 정보');
  const { id } = Route.useParams();
  const { farms } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/farm/crop-manage');
  const mayWriteOn = (farmIndex: number) =>
    mayWrite && farms.some(({ index, right }) => index === farmIndex && right !== 'read');
  return <CropEditPage key={id} cropId={id} mayWriteOn={mayWriteOn} />;
}
