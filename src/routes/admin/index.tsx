import { createFileRoute } from '@tanstack/react-router';
import { AdminHomePage } from '#src/features/admin/admin-home-page.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/')({ component: AdminHome });

function AdminHome() {
  useTitle('관리');
  return <AdminHomePage />;
}
