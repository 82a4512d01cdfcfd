import { expect, test } from 'vitest';
import { listFarms } from '#contract/farm/farm.ts';
import { aQueryClient } from '../../../tests/support/app/query-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import type { Call } from '../call/call.ts';
import { NoAnswerError } from '../call/errors.ts';
import { firstResult } from './first-result.ts';
import { readQuery } from './query.ts';

const farms = readQuery(listFarms, {});
const seen = (from: 'device' | 'network') => ({ value: [], fetchedAt: from === 'device' ? 1 : 2, from });

/** A page whose device and network return these values; `undefined` never resolves. */
function aPage(device: unknown, network: unknown) {
  const asked: string[] = [];
  const call: Call = async (_endpoint, ...[, options]) => {
    const from = options?.readMode === 'cache-only' ? 'device' : 'network';
    asked.push(from);
    const answer: unknown = from === 'device' ? device : network;
    if (answer === undefined) return new Promise(() => {});
    return answer instanceof Error ? Promise.reject(answer) : JSON.parse(JSON.stringify(answer));
  };
  const timers = manualTimers();
  return { queryClient: aQueryClient({ call, timers }), asked, timers };
}

test('is the device’s copy while the network is awaited, which is given a moment first', async () => {
  const { queryClient, asked, timers } = aPage(seen('device'), undefined);
  const first = firstResult(queryClient, farms);
  await timers.pass(149);
  expect(asked).toEqual(['network']);
  await timers.pass(1);
  expect(await first).toMatchObject({ from: 'device' });
});

test('is the server’s answer where the device has none', async () => {
  const { queryClient } = aPage(new NoAnswerError('offline'), seen('network'));
  expect(await firstResult(queryClient, farms)).toMatchObject({ from: 'network' });
});

test('is what the page has read before, and the server is asked behind it', async () => {
  const { queryClient, asked } = aPage(undefined, undefined);
  queryClient.setQueryData(farms.queryKey, seen('device'), { updatedAt: 1 });
  expect(await firstResult(queryClient, farms)).toMatchObject({ from: 'device' });
  expect(asked).toEqual(['network']);
});

test('fails as the read does when neither has an answer', async () => {
  const { queryClient } = aPage(new NoAnswerError('offline'), new NoAnswerError('timeout'));
  await expect(firstResult(queryClient, farms)).rejects.toMatchObject({ reason: 'timeout' });
});

test('does not leave an error behind that nobody takes when the server fails a read that is known', async () => {
  const { queryClient } = aPage(undefined, new NoAnswerError('offline'));
  queryClient.setQueryData(farms.queryKey, seen('device'), { updatedAt: 1 });
  expect(await firstResult(queryClient, farms)).toMatchObject({ from: 'device' });
  await queryClient.cancelQueries();
});
