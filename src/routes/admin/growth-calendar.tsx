import { createFileRoute } from '@tanstack/react-router';
import { AdminCalendarPage } from '#src/features/growth-calendar/admin-calendar-page.tsx';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/growth-calendar')({
  validateSearch: ({ crop }: Record<string, unknown>): { crop?: string } => ({
    ...(typeof crop === 'string' && { crop }),
  }),
  component: AdminCalendar,
  errorComponent: AdminFailure,
});

function AdminCalendar() {
  useTitle('생육 달력 고치기');
  const { crop } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <AdminCalendarPage itemCode={crop} onItemCode={(next) => void navigate({ search: { crop: next } })} />;
}
