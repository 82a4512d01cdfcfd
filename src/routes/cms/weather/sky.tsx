import { createFileRoute } from '@tanstack/react-router';
import { SkyPanel } from '#src/features/weather/sky-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/weather/sky')({
  validateSearch: ({ date }: Record<string, unknown>): { date?: string } => (typeof date === 'string' ? { date } : {}),
  component: SkyPage,
});

function SkyPage() {
  useTitle('해와 달');
  const { date } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <PageHead title="해와 달" />
      <SkyPanel
        date={date}
        onDate={(next) =>
          void navigate({ search: (was) => ({ ...was, date: next }), replace: true, resetScroll: false })
        }
      />
    </div>
  );
}
