/**
 * Shares one run among concurrent callers. Each caller waits for a run that started after its call, so that it sees
 * everything committed, and does everything noted, before the call.
 */
export function sharedRun(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = run();
        return running;
      });
    return next;
  };
}
