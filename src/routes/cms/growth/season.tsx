import { createFileRoute } from '@tanstack/react-router';
import { firstResult } from '#src/api/read/first-result.ts';
import { farmCalendarsQuery } from '#src/features/growth-calendar/calendar-queries.ts';
import { SeasonPage } from '#src/features/growth-calendar/season/season-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { CropsLink } from '../../-crops-link.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/growth/season')({
  staticData: { needsFarm: true },
  validateSearch: ({ crop }: Record<string, unknown>): { crop?: string } => ({
    ...(typeof crop === 'string' && { crop }),
  }),
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => firstResult(queryClient, farmCalendarsQuery(index))),
  component: Season,
  errorComponent: MonitorFailure,
});

function Season() {
  useTitle('생육 시기');
  const { farm } = useChosenFarm();
  const { crop } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <SeasonPage
      key={farm.index}
      farm={farm}
      cropId={crop}
      cropLink={<CropsLink farm={farm} />}
      onCrop={(next) => void navigate({ search: (was) => ({ ...was, crop: next }), resetScroll: false })}
    />
  );
}
