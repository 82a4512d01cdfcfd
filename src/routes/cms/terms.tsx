import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '#src/features/legal/terms-page.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/cms/terms')({
  staticData: { isPublic: true },
  component: Terms,
});

function Terms() {
  useTitle('이용약관');
  return <TermsPage />;
}
