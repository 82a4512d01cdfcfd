import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Entry } from '#src/offline/outbox/entry.ts';
import type { NewEntry } from '#src/offline/outbox/outbox-store.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { EntryRow } from './entry-row.tsx';

const note = '북쪽 끝 열의 잎이 말렸고, 다음 주에 다시 보기로 했다. '.repeat(5).trim();
const fields = { cropId: 'c-1', tree: '12', brix: 9.5, pests: ['redMite'], otherPest: '', note: '비' };
const origin = { form: 'growing g', path: '/cms/growth/growing-edit?id=g', values: fields, base: fields };
const anEdit = aWrite({
  method: 'PUT',
  path: '/api/growing/g',
  params: { id: 'g' },
  noun: '생육 조사',
  summary: '나무 12',
  lane: 'observation:g',
  body: JSON.stringify({ ...fields, note, base: fields }),
  origin,
});

/** A device whose only write was answered so. */
async function answered(uid: string, wish: NewEntry, refusal: { status: number; code: string }) {
  const device = aDevice(uid);
  const { id } = await device.store.put(wish);
  device.server.treatsBy(() => refusal);
  await device.drain();
  const entryNow = async () => (await device.store.find(id)) ?? Promise.reject(new Error('it is not there any more'));
  return { ...device, id, entryNow };
}

/** The row as it is drawn. */
const rowOf = (entry: Entry) =>
  renderToStaticMarkup(
    <EntryRow
      entry={entry}
      isBlocked={false}
      onRetry={() => {}}
      onEdit={() => {}}
      onSettle={() => {}}
      onDiscard={() => {}}
    />,
  );
const notFound = { status: 404, code: 'NOT_FOUND' };

it('an edit of what was deleted says so, shows all that was written, and leads to no form', async () => {
  const { entryNow } = await answered('gone', anEdit, notFound);
  const row = rowOf(await entryNow());
  expect(row).toContain('그 사이 삭제되었거나 볼 수 없게 되었습니다.');
  for (const text of ['메모', note, '나무', '당도', '9.5', '귤응애']) expect(row).toContain(text);
  expect(row).not.toContain('고치기');
  expect(row).toContain('다시 보내기');
  expect(row).toContain('버리기');
});

it('an edit whose form was opened before is said to be gone, too, and leaves its form', async () => {
  const { entryNow, store, id, server, drain } = await answered('gone-open', anEdit, notFound);
  await store.toDraft(id, 1);
  const row = rowOf(await entryNow());
  expect(row).toContain('그 사이 삭제되었거나 볼 수 없게 되었습니다.');
  expect(row).not.toContain('고치기');
  expect(row).toContain('고치지 않고 보내기');
  await store.giveUpEditing(id);
  server.treatsBy(() => 'does');
  await drain();
  expect(server.done.map(({ key }) => key)).toEqual([id]);
});

it('what is discarded of it comes back whole', async () => {
  const { entryNow, store, id } = await answered('gone-undone', anEdit, notFound);
  const before = await entryNow();
  const [gone] = await store.discardWithFollowers(id, 2);
  expect(await store.count()).toBe(0);
  if (gone) await store.restore(gone.left, gone.blob);
  expect(await entryNow()).toEqual(before);
});

it('a creation and another refusal are edited as before', async () => {
  const creation = { ...anEdit, method: 'POST', path: '/api/growing', params: {} };
  expect(rowOf(await (await answered('gone-farm', creation, notFound)).entryNow())).toContain('고치기');
  const invalid = await answered('invalid', anEdit, { status: 400, code: 'VALIDATION' });
  const row = rowOf(await invalid.entryNow());
  expect(row).toContain('고치기');
  expect(row).not.toContain(note);
});
