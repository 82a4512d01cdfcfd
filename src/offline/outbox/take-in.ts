import type { Entry } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * Imports the entries of a file behind those already queued; returns how many were new. Within a transaction of the
 * outbox.
 */
export async function takeIn(
  { outbox, history, blobs, counters }: OutboxDb,
  uid: string,
  entries: readonly Entry[],
  bytes: ReadonlyMap<string, Blob>,
): Promise<number> {
  const own = entries.filter((entry) => entry.uid === uid).sort((a, b) => a.seq - b.seq);
  let seq = (await counters.get('seq'))?.v ?? 0;
  let taken = 0;
  for (const entry of own) {
    const isSent = (await history.get(entry.id))?.ending === 'sent';
    if (isSent || (await outbox.get(entry.id))) continue;
    seq += 1;
    taken += 1;
    // Another device may have sent the entry already: a counted attempt prevents that later edits are merged into it.
    await outbox.put({
      ...entry,
      seq,
      state: 'queued',
      attempts: Math.max(1, entry.attempts),
      nextAt: 0,
      mustWait: false,
    });
    const blob = bytes.get(entry.id);
    if (blob) await blobs.put({ id: entry.id, blob });
  }
  await counters.put({ k: 'seq', v: seq });
  return taken;
}
