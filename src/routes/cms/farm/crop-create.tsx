import { createFileRoute, Link } from '@tanstack/react-router';
import { CropCreatePage } from '#src/features/crop/crop-create-page.tsx';
import { useFarmToWriteOn } from '#src/features/farm/unsent/use-farm-to-write-on.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { NoFarm } from '../../-no-farm.tsx';
import { CropFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-create')({
  staticData: { needsFarm: 'or-unsent' },
  component: CropCreate,
  errorComponent: CropFailure,
});

function CropCreate() {
  useTitle('작물 등록');
  const { farms, farm, isKnown } = useFarmToWriteOn(useChosenFarm());
  const writable = farms.filter(({ right }) => right !== 'read');
  const chosen = farm && farm.right !== 'read' ? farm : writable[0];
  if (!isKnown) return <FormSkeleton />;
  if (farms.length === 0) return <NoFarm />;
  if (!chosen) {
    return (
      <EmptyState
        title="먼저 농장을 등록해 주세요"
        action={
          <Link to="/cms/farm/farm-create" className={buttonClass('primary')}>
            농장 등록
          </Link>
        }
      >
        작물은 농장에 심습니다.
      </EmptyState>
    );
  }
  return <CropCreatePage key={chosen.index} farms={writable} farmIndex={chosen.index} />;
}
