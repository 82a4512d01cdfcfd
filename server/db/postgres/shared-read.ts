/**
 * Shares one query among concurrent callers. Each caller waits for a query that started after its call, so that it sees
 * everything committed before the call.
 */
export function sharedRead(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = read();
        return running;
      });
    return next;
  };
}
