import { DAY_MS } from '#contract/time/time.ts';
import { browserStorage, type TextStorage } from '#src/api/call/browser-storage.ts';

/** Whoever closes the prompt for their own data is left in peace this long. */
export const PROMPT_PAUSE_DAYS = 7;

const keyOf = (userId: string) => `onsil.prompt-closed.${userId}`;

/** Whether a user may be asked at `now`, epoch ms: not on this device within a week of having closed the prompt. */
export function isPromptDue(userId: string, now: number, storage: TextStorage = browserStorage): boolean {
  const closedAt = Number(storage.getItem(keyOf(userId)) ?? Number.NaN);
  // A clock that was set back must not silence it for longer.
  return !(closedAt <= now && now - closedAt < PROMPT_PAUSE_DAYS * DAY_MS);
}

/** The user has closed the prompt at `now`, epoch ms. */
export function pausePrompt(userId: string, now: number, storage: TextStorage = browserStorage): void {
  storage.setItem(keyOf(userId), String(now));
}
