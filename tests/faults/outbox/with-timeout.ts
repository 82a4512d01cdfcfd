import { SECOND_MS } from '#contract/time/time.ts';
import { type ManualTimers, settle } from '../../support/manual-timers.ts';

/** Longer than the timeout for storage that hangs, including its second try. */
const TIMEOUT_S = 12;

/** Waits for an action as long as a user does: its outcome, or null when storage hangs. */
export async function withTimeout<T>(act: Promise<T>, timers: ManualTimers): Promise<T | null> {
  let isOver = false;
  const ending = act.finally(() => {
    isOver = true;
  });
  ending.catch(() => {});
  await settle();
  for (let waited = 0; !isOver && waited < TIMEOUT_S; waited += 1) await timers.pass(SECOND_MS);
  return isOver ? ending : null;
}
