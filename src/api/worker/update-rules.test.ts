import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { applyWhenQuiet } from './update-rules.ts';

const NOON = Date.parse('2026-11-21T12:00:00+09:00');

function aWindow(startAt = NOON) {
  const timers = manualTimers(startAt);
  const page = { hiddenAt: Number.POSITIVE_INFINITY, touchedAt: startAt, unsaved: false, sending: false, windows: 1 };
  let applied = 0;
  applyWhenQuiet({
    timers,
    now: timers.now,
    hiddenForMs: () => Math.max(0, timers.now() - page.hiddenAt),
    untouchedForMs: () => timers.now() - page.touchedAt,
    hasUnsaved: () => page.unsaved,
    isSending: async () => page.sending,
    countWindows: async () => page.windows,
    apply: () => applied++,
  });
  return { timers, page, applied: () => applied };
}

test('never changes a page somebody may be looking at by day', async () => {
  const { timers, applied } = aWindow();
  await timers.pass(3_600_000);
  expect(applied()).toBe(0);
});

test('changes a page that was hidden for five minutes, once', async () => {
  const { timers, page, applied } = aWindow();
  page.hiddenAt = timers.now();
  await timers.pass(240_000);
  expect(applied()).toBe(0);
  await timers.pass(600_000);
  expect(applied()).toBe(1);
});

test('never changes a page with unsaved input, nor one of several windows', async () => {
  const dirty = aWindow();
  Object.assign(dirty.page, { hiddenAt: dirty.timers.now(), unsaved: true });
  const several = aWindow();
  Object.assign(several.page, { hiddenAt: several.timers.now(), windows: 2 });
  await Promise.all([dirty.timers.pass(600_000), several.timers.pass(600_000)]);
  expect([dirty.applied(), several.applied()]).toEqual([0, 0]);
});

test('never changes a page while something written is on its way, and does so afterwards', async () => {
  const { timers, page, applied } = aWindow();
  Object.assign(page, { hiddenAt: timers.now(), sending: true });
  await timers.pass(600_000);
  expect(applied()).toBe(0);
  page.sending = false;
  await timers.pass(60_000);
  expect(applied()).toBe(1);
});

test('changes a wall tablet at three in the morning when nobody has touched it', async () => {
  const { timers, applied } = aWindow(Date.parse('2026-11-21T02:00:00+09:00'));
  await timers.pass(59 * 60_000);
  expect(applied()).toBe(0);
  await timers.pass(5 * 60_000);
  expect(applied()).toBe(1);
});
