import { describe, expect, it, vi } from 'vitest';
import { createFormStore, type FieldProblems } from './form-store.ts';

type Values = { name: string; areaM2: number | null; coUsers: string[] };
const initial: Values = { name: '', areaM2: null, coUsers: [] };

/** A form that requires a name of two letters; the test decides when saving ends. */
function aForm() {
  const sent: { values: Values; answer: (refused?: FieldProblems) => void; fail: (error: Error) => void }[] = [];
  const store = createFormStore<Values>({
    initial,
    validate: ({ name, coUsers }): FieldProblems => ({
      ...(name.length < 2 && { name: '두 글자 이상 입력해 주세요.' }),
      ...(coUsers.includes('me') && { [`coUsers.${coUsers.indexOf('me')}`]: '자신은 고를 수 없습니다.' }),
    }),
    onSubmit: (values) =>
      new Promise((resolve, reject) => {
        sent.push({ values, answer: resolve, fail: reject });
      }),
  });
  return { store, sent };
}

describe('a form', () => {
  it('says nothing about a field before it was left after a change', () => {
    const { store } = aForm();
    store.set('name', '위');
    expect(store.get().problems).toEqual({});
    store.touch('name');
    expect(store.get().problems).toEqual({ name: '두 글자 이상 입력해 주세요.' });
    store.set('name', '위미');
    expect(store.get().problems).toEqual({});
  });

  it('says nothing about a field that was only passed through', () => {
    const { store } = aForm();
    store.touch('name');
    expect(store.get().problems).toEqual({});
  });

  it('shows a problem inside a list at the list that was left', () => {
    const { store } = aForm();
    store.set('coUsers', ['kim', 'me']);
    store.touch('coUsers');
    expect(store.get().problems).toEqual({ 'coUsers.1': '자신은 고를 수 없습니다.' });
  });

  it('shows everything that is wrong once submitting was tried, and sends nothing', async () => {
    const { store, sent } = aForm();
    store.set('coUsers', ['me']);
    expect(await store.submit()).toBe(false);
    expect(sent).toEqual([]);
    expect(Object.keys(store.get().problems)).toEqual(['name', 'coUsers.0']);
    expect(store.get().failures).toBe(1);
  });

  it('sends once however often it is pressed', async () => {
    const { store, sent } = aForm();
    store.set('name', '위미');
    const first = store.submit();
    expect(await store.submit()).toBe(false);
    sent[0]?.answer();
    expect(await first).toBe(true);
    expect(sent).toHaveLength(1);
    expect(store.get()).toMatchObject({ isBusy: false, isDirty: false, failures: 0 });
  });

  it('says that it is busy once that has taken 250 ms', async () => {
    vi.useFakeTimers();
    const { store, sent } = aForm();
    store.set('name', '위미');
    const submitting = store.submit();
    await vi.advanceTimersByTimeAsync(249);
    expect(store.get().isBusy).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get().isBusy).toBe(true);
    sent[0]?.answer();
    await submitting;
    expect(store.get().isBusy).toBe(false);
    vi.useRealTimers();
  });

  it('keeps what the server refused until that field changes', async () => {
    const { store, sent } = aForm();
    store.set('name', '위미');
    const submitting = store.submit();
    sent[0]?.answer({ name: '같은 이름이 있습니다.', areaM2: '너무 큽니다.', '': '저장하지 못했습니다.' });
    expect(await submitting).toBe(false);
    expect(store.get()).toMatchObject({ failures: 1, isDirty: true, isBusy: false });
    store.set('name', '위미 2');
    expect(store.get().problems).toEqual({ areaM2: '너무 큽니다.' });
  });

  it('can be sent again after a failure, which goes on to the caller', async () => {
    const { store, sent } = aForm();
    store.set('name', '위미');
    const submitting = store.submit();
    sent[0]?.fail(new Error('broken'));
    await expect(submitting).rejects.toThrow('broken');
    expect(store.get()).toMatchObject({ isBusy: false, isDirty: true });
    const again = store.submit();
    sent[1]?.answer();
    expect(await again).toBe(true);
  });

  it('keeps what was typed while it was being saved', async () => {
    const { store, sent } = aForm();
    store.set('name', '위미');
    const submitting = store.submit();
    store.set('name', '위미리');
    sent[0]?.answer();
    await submitting;
    expect(store.get()).toMatchObject({ values: { name: '위미리' }, isDirty: true });
  });

  it('is not dirty once a change was taken back', () => {
    const { store } = aForm();
    store.set('areaM2', Number.NaN);
    expect(store.get().isDirty).toBe(true);
    store.set('areaM2', null);
    store.set('coUsers', []);
    expect(store.get().isDirty).toBe(false);
  });

  it('starts over from other values without a trace of problems', async () => {
    const { store } = aForm();
    await store.submit();
    store.reset({ ...initial, name: '위' });
    expect(store.get()).toMatchObject({ problems: {}, isDirty: false, values: { name: '위' } });
  });
});
