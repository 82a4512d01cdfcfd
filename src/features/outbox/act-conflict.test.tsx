import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { calibrateInInspection, stepInspection } from '#contract/inspection/inspection.ts';
import { queryName } from '#src/api/call/query-name.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import type { NewEntry } from '#src/offline/outbox/outbox-store.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { againOf } from './act-conflict.tsx';
import { EntryRow } from './entry-row.tsx';

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
