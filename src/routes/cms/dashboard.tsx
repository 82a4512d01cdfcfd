import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#src/features/dashboard/dashboard-page.tsx';
import { DayChart } from '#src/features/monitor/day-chart.tsx';
import { useChosenFarm } from '../-use-chosen-farm.ts';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/cms/dashboard')({ component: Dashboard });

function Dashboard() {
  useTitle('한눈에 보기');
  const navigate = Route.useNavigate();
  const { farms, farm } = useChosenFarm();
  if (!farm) return null;
  return (
    <DashboardPage
      key={farm.index}
      farms={farms}
      farm={farm}
      onChooseFarm={(index) => void navigate({ search: { farm: index } })}
      chart={<DayChart farmId={farm.index} />}
    />
  );
}
