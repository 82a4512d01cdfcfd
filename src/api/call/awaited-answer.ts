import { waitingWords } from '#contract/wire/waiting-text.ts';
import { dismissToast, showToast } from '#src/lib/toasts.ts';
import { realTimers } from '#src/offline/timers.ts';
import { NoAnswerError } from './errors.ts';

/** After this wait the user is told that it takes long, ms (from the specification). */
const TOLD_AFTER_MS = 3_000;

/** All requests that take too long; one toast covers them all. */
const late = new Set<AbortController>();
let toast: number | undefined;

function tell(): void {
  if (late.size > 0) {
    toast ??= showToast(waitingWords.text, 'waiting', { label: waitingWords.giveUp, onPress: giveUp });
  } else if (toast !== undefined) {
    dismissToast(toast);
    toast = undefined;
  }
}

function giveUp(): void {
  for (const waiting of [...late]) waiting.abort(new NoAnswerError('timeout'));
}

type Waiting = {
  /** An additional abort signal. */
  stop?: AbortSignal;
  /** Called after three seconds; returns false if the screen has something to show meanwhile. */
  isMissed?(): boolean;
};

/**
 * Runs a read or save that a user waits for. After three seconds a toast says that it takes long. If the user cancels
 * there, it throws NoAnswerError, as after a timeout, and the request's signal is aborted.
 */
export async function awaitedAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { stop, isMissed = () => true }: Waiting = {},
): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const follow = () => waiting.abort(stop?.reason);
  stop?.addEventListener('abort', follow);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const cancel = realTimers.after(TOLD_AFTER_MS, () => {
    if (!isMissed()) return;
    late.add(waiting);
    tell();
  });
  try {
    return await Promise.race([ask(signal), stopped]);
  } finally {
    cancel();
    stop?.removeEventListener('abort', follow);
    late.delete(waiting);
    tell();
  }
}
