import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { NewNotices } from '#src/features/board/notice-lines.tsx';
import { noticesQuery } from '#src/features/board/notices-query.ts';
import { climateQuery } from '#src/features/dashboard/climate-query.ts';
import { DashboardPage } from '#src/features/dashboard/dashboard-page.tsx';
import { qualityQuery, valuesQuery } from '#src/features/dashboard/values-query.ts';
import { DayChart } from '#src/features/monitor/day-chart.tsx';
import { useIsIdle } from '#src/lib/use-idle.ts';
import { farmInAddress, readFarm } from '../-first-reads.ts';
import { useChosenFarm } from '../-use-chosen-farm.ts';
import { useInspections } from '../-use-inspections.tsx';
import { useRightOnPage } from '../-use-right-on-page.ts';
import { useTitle } from '../-use-title.ts';

/** How many farms are fetched first; the dashboard lists every farm, and the others follow. */
const FARMS_AT_FIRST = 4;

export const Route = createFileRoute('/cms/dashboard')({
  staticData: { needsFarm: true },
  loaderDeps: farmInAddress,
  loader: (asked) =>
    readFarm(asked, ({ index }, { queryClient }, farms) => {
      const mine = farms.filter(({ isMine }) => isMine);
      const first = mine.slice(0, FARMS_AT_FIRST).map((one) => one.index);
      // Everything that determines the layout, so that it does not shift later.
      return Promise.allSettled([
        ...[...new Set([index, ...first])].map((one) => firstResult(queryClient, valuesQuery(one))),
        firstResult(queryClient, climateQuery(index)),
        firstResult(queryClient, qualityQuery(index)),
        firstResult(queryClient, noticesQuery),
      ]);
    }),
  component: Dashboard,
});

function Dashboard() {
  useTitle('한눈에 보기');
  const { farms, farm } = useChosenFarm();
  const mine = farms.filter(({ isMine }) => isMine);
  return farm ? <FarmDashboard key={farm.index} farms={mine} farm={farm} /> : null;
}

function FarmDashboard({ farms, farm }: { farms: readonly Farm[]; farm: Farm }) {
  const navigate = Route.useNavigate();
  const { isFetched } = useQuery(valuesQuery(farm.index));
  const isShown = useIsIdle(isFetched);
  const inspections = useInspections(farm, isShown);
  const notices = useQuery(noticesQuery).data;
  const right = useRightOnPage('/cms/board/board-edit');
  return (
    <DashboardPage
      farms={farms}
      farm={farm}
      onChooseFarm={(index) => void navigate({ search: { farm: index } })}
      chart={<DayChart farmId={farm.index} isWanted={isShown} />}
      inspections={inspections}
      notices={
        <NewNotices read={notices} isSettled={isShown} mayOpen={right === 'read' || right === 'write'} farms={farms} />
      }
    />
  );
}
