import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { settle } from '../../../tests/support/manual-timers.ts';
import { refetchAll } from './refetch-all.ts';

it('a page that is opened while something is written shows what was written', async () => {
  const client = new QueryClient();
  let stored = 'unread';
  const answers: (() => void)[] = [];
  const read = {
    queryKey: ['notices'],
    staleTime: 60_000,
    queryFn() {
      const answer = stored;
      return new Promise<string>((resolve) => answers.push(() => resolve(answer)));
    },
  };
  // The read is requested before a component observes it.
  const opened = client.fetchQuery(read);
  stored = 'read';
  refetchAll(client);
  answers[0]?.();
  expect(await opened).toBe('unread');
  await settle();
  const page = new QueryObserver(client, read);
  const leave = page.subscribe(() => {});
  await settle();
  answers[1]?.();
  await settle();
  expect(page.getCurrentResult().data).toBe('read');
  leave();
  client.clear();
});
