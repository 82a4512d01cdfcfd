const LOCK_PREFIX = 'outbox:';

/** Name of the lock under which a user's entries are sent. */
export const outboxLock = (uid: string) => LOCK_PREFIX + uid;

async function heldLocks(locks: Pick<LockManager, 'query'> | undefined): Promise<string[]> {
  const { held = [] } = (await locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name] : []));
}

/** Whether any window or worker is sending a write; `locks` is undefined on plain HTTP. */
export async function isSending(locks: Pick<LockManager, 'query'> | undefined): Promise<boolean> {
  return (await heldLocks(locks)).length > 0;
}

/** Waits until the writes that are being sent are answered or aborted. */
export async function untilSent(locks: Pick<LockManager, 'query' | 'request'>): Promise<void> {
  const held = await heldLocks(locks);
  await Promise.all(held.map((name) => locks.request(name, { mode: 'shared' }, async () => {})));
}
