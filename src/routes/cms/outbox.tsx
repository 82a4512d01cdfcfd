import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OutboxPage } from '#src/features/outbox/outbox-page.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/cms/outbox')({ component: OutboxRoute });

function OutboxRoute() {
  useTitle('보낼 것');
  const router = useRouter();
  return <OutboxPage onOpen={(path) => router.history.push(path)} />;
}
