import type { Entry } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * All entries, marked as tried: another device may send them from the file, so that later edits must not be merged into
 * them. Within a transaction.
 */
export async function entriesToExport({ outbox }: OutboxDb): Promise<Entry[]> {
  await outbox.filter(({ attempts }) => attempts === 0).modify({ attempts: 1 });
  return outbox.orderBy('seq').toArray();
}
