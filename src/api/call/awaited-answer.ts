import { waitingWords } from '#contract/wire/waiting-text.ts';
import { dismissToast, showToast } from '#src/lib/toasts.ts';
import { realTimers } from '#src/offline/timers.ts';
import { NoAnswerError } from './errors.ts';

/** Whoever waits for longer than this is told so, ms (the specification's). */
const TOLD_AFTER_MS = 3_000;

/** What somebody has waited for too long; one toast speaks for all of it. */
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
  /** Another reason to stop, which the answer's signal follows. */
  stop?: AbortSignal;
  /** Asked after three seconds: false where there is something to show meanwhile. */
  isMissed?(): boolean;
};

/**
 * An answer that somebody waits for, a read or a save: after three seconds it is said that it takes long. Given up then,
 * it throws NoAnswerError as if none had come in time; what asks is told by its signal.
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
