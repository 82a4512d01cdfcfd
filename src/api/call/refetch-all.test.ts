import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { isNavigating } from '#src/lib/navigation.ts';
import { settle } from '../../../tests/support/manual-timers.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
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

it('what was deleted is not asked for by the page that is left, and the next page shows it gone', async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  const readOf = (name: string) => ({
    queryKey: [name],
    queryFn: async () => asked.push(name),
    staleTime: 60_000,
  });
  await Promise.all(['sensor', 'sensors', 'farms'].map((name) => client.fetchQuery(readOf(name))));
  const watch = (name: string) => new QueryObserver(client, readOf(name)).subscribe(() => {});
  const leave = watch('sensor');
  const leaveFarms = watch('farms');
  asked.length = 0;
  refetchAll(client);
  isNavigating.set(true);
  await client.fetchQuery(readOf('sensors'));
  expect(asked).toEqual(['sensors']);
  leave();
  const leaveSensors = watch('sensors');
  isNavigating.set(false);
  await pollUntil(
    async () => asked.length,
    (count) => count > 1,
  );
  expect(asked).toEqual(['sensors', 'farms']);
  leaveFarms();
  leaveSensors();
  client.clear();
});

it('what cannot be read again after a write is marked as old until it is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const seen = { value: ['1동 12번'], from: 'network', fetchedAt: 1 };
  let isCut = false;
  const queryFn = async () => (isCut ? Promise.reject(new Error('cut')) : seen);
  const page = new QueryObserver(client, { queryKey: ['growing'], queryFn });
  const leave = page.subscribe(() => {});
  await settle();
  expect(page.getCurrentResult().data).toEqual(seen);
  isCut = true;
  refetchAll(client);
  await expect.poll(() => page.getCurrentResult().data).toEqual({ ...seen, isFallback: true });
  isCut = false;
  refetchAll(client);
  await expect.poll(() => page.getCurrentResult().data).toEqual(seen);
  leave();
  client.clear();
});
