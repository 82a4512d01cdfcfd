import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '#src/features/shell/not-found-page.tsx';
import { useTitle } from './-use-title.ts';

export const Route = createFileRoute('/404')({ component: NotFound });

function NotFound() {
  useTitle('찾을 수 없는 화면');
  return (
    <main id="main" className="px-2">
      <NotFoundPage />
    </main>
  );
}
