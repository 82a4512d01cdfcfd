import { createFileRoute } from '@tanstack/react-router';
import { AdminCalendarPage, readAdminCalendar } from '#src/features/growth-calendar/admin-calendar-page.tsx';
import { awaitFirstReads } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/growth-calendar')({
  validateSearch: readSearch,
  loader: (loading) =>
    awaitFirstReads(loading, ({ queryClient }) => [
      readAdminCalendar(queryClient, readSearch(loading.location.search).crop),
    ]),
  component: AdminCalendar,
  errorComponent: AdminFailure,
});

function readSearch({ crop }: Record<string, unknown>): { crop?: string } {
  return typeof crop === 'string' ? { crop } : {};
}

function AdminCalendar() {
  useTitle('생육 달력 고치기');
  const { crop } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <AdminCalendarPage itemCode={crop} onItemCode={(next) => void navigate({ search: { crop: next } })} />;
}
