import type { OutboxDb } from './outbox-db.ts';

/**
 * Stores the id of the server's database and queues the writes that it lacks again. Within a transaction of the
 * outbox; `at`: epoch ms of the device.
 */
export async function adoptInstance(
  { notes, outbox, history, blobs }: OutboxDb,
  instance: string,
  lacking: readonly string[],
  at: number,
): Promise<void> {
  await notes.put({ k: 'instance', instance });
  let again = 0;
  let lost = 0;
  for (const item of await history.bulkGet([...lacking])) {
    // Another window has done it.
    if (item?.ending !== 'sent') continue;
    const { id, entry } = item;
    if (entry.body === null && !(await blobs.get(id))) {
      lost += 1;
      continue;
    }
    again += 1;
    await history.delete(id);
    await outbox.put({ ...entry, state: 'queued', nextAt: 0, mustWait: false, lastError: null });
  }
  if (again + lost > 0) await notes.put({ k: 'restored', at, again, lost, isTold: false });
}
