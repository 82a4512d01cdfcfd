import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createObservation } from '#contract/growing/observation.ts';
import { goesThroughOutbox, newEntryOf } from '#src/api/outbox/new-entry.ts';
import { queuedStateOf, type WrittenState } from '#src/offline/outbox/entry.ts';
import { aDevice } from '../../../../tests/support/app/outbox-harness.ts';
import { newObservation } from '../new-observation.ts';
import { RowDone } from './row-done.tsx';
import type { DoneTree } from './row-state.ts';
import { shownTree } from './shown-tree.ts';

const id = '0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7a01';
const fields = {
  ...newObservation({ cropId: id, house: '1동' }, 3, Date.UTC(2026, 10, 22, 1)),
  tree: '12',
  fruitMm: 52.5,
};
const aTree = (state: DoneTree['state']): DoneTree => ({ id, tree: '12', fields, state });

/** What the list of measured trees says of one whose write is in this state. */
async function said(tree: DoneTree, written: readonly { state: WrittenState; body: { id?: string } | undefined }[]) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <RowDone trees={[shownTree(tree, written)]} onSendAgain={() => {}} />,
    }),
    history: createMemoryHistory(),
  });
  await router.load();
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  const words = ['기기에 저장됨', '보내는 중', '보냄', '확인 필요', '저장함', '보내지 못함'];
  return words.filter((word) => markup.includes(word));
}

it('a tree that was stored on the device follows its write, until it is sent', async () => {
  const { store, drain, server } = aDevice('row');
  const input = { body: { ...fields, id } };
  if (!goesThroughOutbox(createObservation, input)) throw new Error('it may wait');
  const clocks = { createdAt: 0, deviceClock: 0, serverOffset: 0 };
  await store.put(newEntryOf(createObservation, { input }, clocks, null).wish);
  const written = async () =>
    (await store.entries()).map((entry) => ({ state: queuedStateOf(entry), body: JSON.parse(entry.body ?? '') }));
  expect(await said(aTree('kept'), await written())).toEqual(['기기에 저장됨']);
  const [waiting] = await store.entries();
  await store.claim(waiting?.id ?? '');
  expect(await said(aTree('kept'), await written())).toEqual(['보내는 중']);
  server.treats({ status: 404, code: 'NOT_FOUND' });
  await drain();
  expect(await said(aTree('kept'), await written())).toEqual(['확인 필요']);
  await store.requeue(waiting?.id ?? '', 1);
  await drain();
  expect(await written()).toEqual([]);
  expect(await said(aTree('kept'), [{ state: 'sent', body: { id } }])).toEqual(['보냄']);
  store.close();
});

it('the last write of a tree counts, and those of others do not', async () => {
  const again: { state: WrittenState; body: { id: string } }[] = [
    { state: 'attention', body: { id } },
    { state: 'waiting', body: { id } },
    { state: 'sent', body: { id: 'another' } },
  ];
  expect(await said(aTree('kept'), again)).toEqual(['기기에 저장됨']);
  expect(await said(aTree('kept'), [{ state: 'sent', body: undefined }])).toEqual(['기기에 저장됨']);
});

it('what the page itself knows of a tree stays: its answer, its refusal, and that it is being sent', async () => {
  const written: { state: WrittenState; body: { id: string } }[] = [{ state: 'waiting', body: { id } }];
  expect(await said(aTree('saved'), written)).toEqual(['저장함']);
  expect(await said(aTree('failed'), written)).toEqual(['보내지 못함']);
  expect(await said(aTree('sending'), written)).toEqual(['보내는 중']);
});
