import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { calibrateInInspection, stepInspection } from '#contract/inspection/inspection.ts';
import { queryName } from '#src/api/call/query-name.ts';
import { openDrafts } from '#src/offline/draft-db.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import type { NewEntry } from '#src/offline/outbox/outbox-store.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { againOf } from './act-conflict.tsx';
import { EntryRow } from './entry-row.tsx';
import { entryReason, entryText } from './entry-words.tsx';

/** The row as it is drawn. */
const rowOf = (entry: Entry) =>
  renderToStaticMarkup(
    <EntryRow
      entry={entry}
      isBlocked={false}
      onRetry={() => {}}
      onEdit={() => {}}
      onCreateAnew={() => {}}
      onSettle={() => {}}
      onDiscard={() => {}}
    />,
  );

describe('the row of a conflict without fields to compare', () => {
  const path = '/api/inspections/i/steps';
  const aStep = (body: object): NewEntry =>
    aWrite({
      endpoint: queryName(stepInspection),
      path,
      params: { id: 'i' },
      noun: '점검 단계',
      lane: 'inspection:i',
      body: JSON.stringify(body),
    });
  const aCalibration = (body: object): NewEntry => ({
    ...aStep(body),
    endpoint: queryName(calibrateInInspection),
    noun: '센서 보정',
  });

  /** A device whose first write, this one, met somebody else's change. */
  async function met(uid: string, wish: NewEntry, details?: object) {
    const device = aDevice(uid);
    const { id } = await device.store.put(wish);
    device.server.treats({ status: 409, code: 'CHANGED_MEANWHILE', details });
    await device.drain();
    const entry = await device.store.find(id);
    if (!entry) throw new Error('it is not there any more');
    return { ...device, entry };
  }

  const nowOnHold = {
    current: { state: 'onHold' },
    conflicts: ['state'],
    changed: { by: '김농부', at: '2026-11-23T13:14:00.000Z' },
  };

  it('a step says where the inspection stands now, and is taken from there as another write', async () => {
    const { store, server, drain, entry } = await met(
      'step-again',
      aStep({ state: 'inProgress', reason: '', seen: { state: 'received' } }),
      nowOnHold,
    );
    await store.put(aStep({ state: 'done', reason: '', seen: { state: 'inProgress' } }));
    const row = rowOf(entry);
    expect(row).toContain('김농부 님이');
    expect(row).toContain('지금 상태는 보류입니다. 다시 보내면 진행 상태로 바꿉니다.');
    expect(row).toContain('지금 상태에서 다시 보내기');
    expect(row).not.toContain('비교');
    const again = againOf(entry);
    if (again === undefined) throw new Error('it cannot be sent again');
    await store.settle(entry.id, again, 1);
    await drain();
    expect(server.done.map(({ body }) => JSON.parse(body))).toMatchObject([
      { state: 'inProgress', seen: { state: 'onHold' } },
      { state: 'done' },
    ]);
    expect(server.attempts.filter((key) => key === entry.id)).toHaveLength(1);
  });

  it('a step that is not possible any more is only discarded', async () => {
    const { entry } = await met('step-late', aStep({ state: 'done', seen: { state: 'inProgress' } }), nowOnHold);
    const row = rowOf(entry);
    expect(row).toContain('지금 상태는 보류입니다. 여기에서 바로 완료 상태로 바꿀 수 없습니다.');
    expect(row).not.toContain('다시 보내기');
    expect(row).toContain('버리기');
  });

  it('a step that needs a reason by now is only discarded', async () => {
    const { entry } = await met('step-mute', aStep({ state: 'inProgress', seen: { state: 'onHold' } }), {
      current: { state: 'done' },
      conflicts: ['state'],
    });
    expect(rowOf(entry)).toContain('지금 상태는 완료입니다. 다시 열려면 이유를 적어야 합니다.');
    expect(againOf(entry)).toBeUndefined();
  });

  it('a calibration says what is added now, and can take its place', async () => {
    const compared = { sinceOn: '2026-11-23', correction: 1.2, referenceValue: 21.2, shownValue: 20 };
    const { entry } = await met('calibration', aCalibration({ ...compared, seen: { correction: 0 } }), {
      current: { correction: 0.5 },
      conflicts: ['correction'],
    });
    expect(rowOf(entry)).toContain('지금 더하고 있는 값은 0.5입니다.');
    expect(JSON.parse(againOf(entry) ?? '')).toEqual({ ...compared, seen: { correction: 0.5 } });
  });

  it('a conflict without details is no dead end: sent again it is another write, which is answered anew', async () => {
    const { store, server, drain, entry } = await met('no-details', aWrite({ body: '{"a":2}' }));
    const row = rowOf(entry);
    expect(row).not.toContain('비교');
    expect(row).toContain('다시 보내기');
    await store.settle(entry.id, againOf(entry) ?? '', 1);
    await drain();
    expect(server.done.map(({ key, body }) => [key === entry.id, body])).toEqual([[false, '{"a":2}']]);
  });
});

describe('the row of a write about something that was deleted', () => {
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

  const notFound = { status: 404, code: 'NOT_FOUND' };

  it('an edit of what was deleted says so, shows all that was written, and leads to no form', async () => {
    const { entryNow } = await answered('gone', anEdit, notFound);
    const row = rowOf(await entryNow());
    expect(row).toContain('그 사이 삭제되었거나 볼 수 없게 되었습니다.');
    for (const text of ['메모', note, '나무', '당도', '9.5', '귤응애']) expect(row).toContain(text);
    expect(row).not.toContain('c-1');
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

  it('is shared as text with all that was written', async () => {
    const { entryNow } = await answered('gone-shared', anEdit, notFound);
    const entry = await entryNow();
    expect(rowOf(entry)).toContain('내용 공유');
    const text = entryText(entry);
    expect(text).toMatch(/^생육 조사 저장 · 나무 12\n/);
    for (const line of [`메모: ${note}`, '나무: 12', '당도(°Bx): 9.5']) expect(text.split('\n')).toContain(line);
  });

  it('a photo of it is not said to be deleted itself, or to be registered anew', async () => {
    const photo = aWrite({
      method: 'PUT',
      path: '/api/farms/3/photos/p',
      params: { farmIndex: 3, id: 'p' },
      body: null,
    });
    const { entryNow } = await answered('gone-photo', photo, notFound);
    const reason = entryReason(await entryNow());
    expect(reason).toContain('사진을 붙일 곳이 서버에 이제 없어');
    expect(reason).toContain('파일로 저장하고, 이것은 버려 주세요.');
    expect(reason).not.toContain('새로');
  });

  it('what is discarded of it comes back whole', async () => {
    const { entryNow, store, id } = await answered('gone-undone', anEdit, notFound);
    const before = await entryNow();
    const [gone] = await store.discardWithFollowers(id, 2);
    expect(await store.count()).toBe(0);
    if (gone) await store.restore(gone.left, gone.blob);
    expect(await entryNow()).toEqual(before);
  });

  it('an edit whose form knows that for a new one begins it with all that was written, and its photos', async () => {
    const anew = { form: 'growing new 1', path: '/cms/growth/growing-create?farm=1', values: {} };
    const values = { ...fields, id: 'g', note };
    const { entryNow, store, id } = await answered(
      'gone-anew',
      { ...anEdit, origin: { ...origin, values, anew } },
      notFound,
    );
    const photo = aWrite({ body: null, query: { ownerKind: 'observation', ownerId: 'g' }, params: { id: 'p' } });
    await store.put(photo, new Blob(['p']));
    const row = rowOf(await entryNow());
    expect(row).toContain('새로 만들기');
    expect(row).toContain('적은 것이 필요하면 새로 만들고');
    const drafts = openDrafts('gone-anew');
    await drafts.write({ form: anew.form, values: 'typed', savedAt: 1 });
    expect(await store.toNewDraft(id, 2)).toBe(false);
    expect(await store.count()).toBe(2);
    await drafts.remove(anew.form);
    expect(await store.toNewDraft(id, 3)).toBe(true);
    expect(await store.count()).toBe(0);
    const draft = await drafts.read(anew.form);
    expect(draft).toMatchObject({ isAsked: true, values: { values: { ...values, id: expect.any(String) } } });
    expect(draft?.values).not.toMatchObject({ values: { id: 'g' } });
    expect((await drafts.read(`photos of ${anew.form}`))?.values).toMatchObject([{ id: 'p' }]);
    drafts.close();
  });

  it('a creation and another refusal are edited as before', async () => {
    const creation = { ...anEdit, method: 'POST', path: '/api/growing', params: {} };
    expect(rowOf(await (await answered('gone-farm', creation, notFound)).entryNow())).toContain('고치기');
    const invalid = await answered('invalid', anEdit, { status: 400, code: 'VALIDATION' });
    const row = rowOf(await invalid.entryNow());
    expect(row).toContain('고치기');
    expect(row).not.toContain(note);
  });
});
