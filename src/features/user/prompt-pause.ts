import { DAY_MS } from '#contract/time/time.ts';
import { browserStorage, type TextStorage } from '#src/api/call/browser-storage.ts';

/** Pause after the user closes the profile prompt. */
export const PROMPT_PAUSE_DAYS = 7;

const keyOf = (userId: string) => `onsil.prompt-closed.${userId}`;

/** Whether the prompt may be shown at `now`, epoch ms: not within a week of closing it on this device. */
export function isPromptDue(userId: string, now: number, storage: TextStorage = browserStorage): boolean {
  const closedAt = Number(storage.getItem(keyOf(userId)) ?? Number.NaN);
  // A clock that was set back must not extend the pause.
  return !(closedAt <= now && now - closedAt < PROMPT_PAUSE_DAYS * DAY_MS);
}

/** Records that the user closed the prompt at `now`, epoch ms. */
export function pausePrompt(userId: string, now: number, storage: TextStorage = browserStorage): void {
  storage.setItem(keyOf(userId), String(now));
}
