import { expect, it } from 'vitest';
import type { Draft } from '#src/offline/draft-form.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { createDraftKeeper } from './draft-keeper.ts';

/** A form whose drafts are collected in an array. */
function aKeeper() {
  const timers = manualTimers();
  const written: unknown[] = [];
  const store = {
    read: async () => undefined,
    write: async ({ values }: Draft) => void written.push(values),
    remove: async () => {},
    close: () => {},
  };
  return { timers, written, keeper: createDraftKeeper<string>(async () => store, timers) };
}

it('writes once typing pauses for 400 ms', async () => {
  const { timers, written, keeper } = aKeeper();
  keeper.keep('post new', '한');
  await timers.pass(399);
  expect(written).toEqual([]);
  await timers.pass(1);
  expect(written).toEqual(['한']);
  expect(timers.waiting()).toBe(0);
});

it('writes once a second while nobody pauses', async () => {
  const { timers, written, keeper } = aKeeper();
  for (let key = 1; key <= 22; key += 1) {
    keeper.keep('post new', '라'.repeat(key));
    await timers.pass(100);
  }
  expect(written).toEqual(['라'.repeat(10), '라'.repeat(20)]);
});

it('writes nothing more of what was sent', async () => {
  const { timers, written, keeper } = aKeeper();
  keeper.keep('post new', '봉');
  keeper.forget('post new');
  await timers.pass(2_000);
  expect(written).toEqual([]);
});
