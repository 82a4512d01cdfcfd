import { createFileRoute } from '@tanstack/react-router';
import { MenusPage } from '#src/features/admin/menus-page.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/menus')({ component: Menus });

function Menus() {
  useTitle('메뉴와 권한');
  return <MenusPage />;
}
