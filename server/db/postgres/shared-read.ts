/**
 * One question for all who ask it at a time: each gets an answer to a question that was put after they asked, so that
 * nobody is told less than was so when they came.
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
