import { expect, it } from 'vitest';
import type { EntryError } from '#src/offline/outbox/entry.ts';
import { editConflictOf, settledBody } from './entry-conflict.tsx';

const lastError: EntryError = {
  class: 'conflict',
  status: 409,
  code: 'CHANGED_MEANWHILE',
  message: '',
  requestId: '',
  body: { details: { current: { brix: 8.5, note: '비', tree: '3' }, conflicts: ['brix'] } },
};
const entry = {
  state: 'conflict',
  body: '{"brix":9.5,"note":"","tree":"4","base":{"brix":9,"note":"","tree":"3"}}',
  lastError,
} as const;

it('what is sent has the chosen side, what only I changed, and what only the other changed', () => {
  const conflict = editConflictOf(entry);
  if (!conflict) throw new Error('no conflict was found');
  expect(conflict.fields).toEqual(['brix']);
  const base = { brix: 8.5, note: '비', tree: '3' };
  expect(JSON.parse(settledBody(conflict, { brix: 'mine' }))).toEqual({ brix: 9.5, note: '비', tree: '4', base });
  expect(JSON.parse(settledBody(conflict, { brix: 'theirs' }))).toEqual({ brix: 8.5, note: '비', tree: '4', base });
});

it('is not offered where nothing can be compared', () => {
  expect(editConflictOf({ ...entry, state: 'queued' })).toBeUndefined();
  expect(editConflictOf({ ...entry, body: '{"state":"done"}' })).toBeUndefined();
  expect(editConflictOf({ ...entry, lastError: { ...lastError, body: {} } })).toBeUndefined();
});

it('what is sent of a checklist has the answers that only one side gave, whichever side is chosen', () => {
  const [fine, wrong] = ['fine', 'wrong'].map((answer) => ({ answer, remark: '' }));
  const stored = { title: '배전반', checks: { power: fine } };
  const conflict = editConflictOf({
    state: 'conflict',
    body: JSON.stringify({
      title: '배전반',
      checks: { power: wrong, wiring: wrong },
      base: { title: '배전반', checks: {} },
    }),
    lastError: { ...lastError, body: { details: { current: stored, conflicts: ['checks'] } } },
  });
  if (!conflict) throw new Error('no conflict was found');
  const sent = (side: 'mine' | 'theirs') => JSON.parse(settledBody(conflict, { checks: side }));
  expect(sent('mine')).toEqual({ title: '배전반', checks: { power: wrong, wiring: wrong }, base: stored });
  expect(sent('theirs')).toEqual({ title: '배전반', checks: { power: fine, wiring: wrong }, base: stored });
});
