import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { isPromptDue, pausePrompt } from './prompt-pause.ts';

const NOW = Date.UTC(2026, 10, 22);

function emptyStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('who has closed the prompt is asked again after 7 days, and another user of the device at once', () => {
  const storage = emptyStorage();
  expect(isPromptDue('haenyeo', NOW, storage)).toBe(true);
  pausePrompt('haenyeo', NOW, storage);
  expect(isPromptDue('haenyeo', NOW, storage)).toBe(false);
  expect(isPromptDue('haenyeo', NOW + 7 * DAY_MS - 1, storage)).toBe(false);
  expect(isPromptDue('haenyeo', NOW + 7 * DAY_MS, storage)).toBe(true);
  expect(isPromptDue('samchun', NOW, storage)).toBe(true);
});

test('a clock that was set back does not silence the prompt', () => {
  const storage = emptyStorage();
  pausePrompt('haenyeo', NOW, storage);
  expect(isPromptDue('haenyeo', NOW - DAY_MS, storage)).toBe(true);
});
