import { createFileRoute } from '@tanstack/react-router';
import { ReadOnlyFarm } from '#src/features/farm/read-only-farm.tsx';
import { useFarmToWriteOn } from '#src/features/farm/unsent/use-farm-to-write-on.ts';
import { InspectionCreatePage } from '#src/features/inspection/inspection-create-page.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { NoFarm } from '../../-no-farm.tsx';
import { InspectionFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** The subject of the new inspection. */
type Search = { sensor?: number; device?: number };

export const Route = createFileRoute('/cms/device/inspection-create')({
  staticData: { needsFarm: 'or-unsent' },
  validateSearch: ({ sensor, device }: Record<string, unknown>): Search => ({
    ...(typeof sensor === 'number' && Number.isSafeInteger(sensor) && { sensor }),
    ...(typeof device === 'number' && Number.isSafeInteger(device) && { device }),
  }),
  component: InspectionCreate,
  errorComponent: InspectionFailure,
});

const TITLE = '점검 등록';

function InspectionCreate() {
  useTitle(TITLE);
  const asked = Route.useSearch();
  const { farm, isKnown } = useFarmToWriteOn(useChosenFarm());
  if (!isKnown) return <FormSkeleton />;
  if (!farm) return <NoFarm />;
  if (farm.right === 'read') return <ReadOnlyFarm title={TITLE} />;
  return <InspectionCreatePage key={`${farm.index} ${asked.sensor} ${asked.device}`} farm={farm} asked={asked} />;
}
