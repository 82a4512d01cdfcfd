import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '#src/lib/toasts.ts';
import { awaitedAnswer } from './awaited-answer.ts';
import { NoAnswerError } from './errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const shown = () => toasts.get().map(({ tone }) => tone);

test('says after three seconds, and not before, that an answer takes long, until it is there', async () => {
  let arrive = (_: string) => {};
  const answer = awaitedAnswer(() => new Promise<string>((resolve) => (arrive = resolve)));
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['waiting']);
  arrive('here');
  expect(await answer).toBe('here');
  expect(shown()).toEqual([]);
});

test('is one word for all that is late, and giving up ends all of it as an answer that never came', async () => {
  const signals: AbortSignal[] = [];
  const asked = [0, 1].map(() => {
    const answer = awaitedAnswer((signal) => {
      signals.push(signal);
      return never();
    });
    return expect(answer).rejects.toBeInstanceOf(NoAnswerError);
  });
  vi.advanceTimersByTime(3_000);
  expect(shown()).toEqual(['waiting']);
  toasts.get()[0]?.action?.onPress();
  await Promise.all(asked);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(shown()).toEqual([]);
});

test('is silent while there is something to show, and stops with whoever asked', async () => {
  const stop = new AbortController();
  const answer = awaitedAnswer(never, { stop: stop.signal, isMissed: () => false });
  vi.advanceTimersByTime(20_000);
  expect(shown()).toEqual([]);
  stop.abort(new Error('left'));
  await expect(answer).rejects.toThrow('left');
});
