import { createFileRoute } from '@tanstack/react-router';
import { PolicyPage } from '#src/features/legal/policy-page.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/cms/policy')({
  staticData: { isPublic: true },
  component: Policy,
});

function Policy() {
  useTitle('개인정보처리방침');
  return <PolicyPage />;
}
