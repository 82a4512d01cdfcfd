const LOCK_PREFIX = 'outbox:';

/** The lock under which the entries of a user are sent. */
export const outboxLock = (uid: string) => LOCK_PREFIX + uid;

async function heldLocks(locks: Pick<LockManager, 'query'> | undefined): Promise<string[]> {
  const { held = [] } = (await locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name] : []));
}

/** Whether something written is being sent just now, by whichever window or worker; `locks` is missing on plain HTTP. */
export async function isSending(locks: Pick<LockManager, 'query'> | undefined): Promise<boolean> {
  return (await heldLocks(locks)).length > 0;
}

/** Waits until what is being sent just now has been answered or given up. */
export async function untilSent(locks: Pick<LockManager, 'query' | 'request'>): Promise<void> {
  const held = await heldLocks(locks);
  await Promise.all(held.map((name) => locks.request(name, { mode: 'shared' }, async () => {})));
}
