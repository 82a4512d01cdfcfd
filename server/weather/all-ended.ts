/**
 * Waits until all have ended, then throws the first failure, if any. With Promise.all a job would count as ended, and
 * begin anew, while requests of its siblings still run.
 */
export async function allEnded(running: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(running);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
