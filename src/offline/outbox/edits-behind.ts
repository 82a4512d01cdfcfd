import type { Entry } from './entry.ts';
import { readEdit, rebasedEdit, type withoutEarlier } from './merge-edits.ts';
import type { OutboxDb } from './outbox-db.ts';

/** Whether both edits are of the same form version, so that their field names match. */
export const isOfSameForm = (one: Entry, other: Pick<Entry, 'endpoint' | 'payloadVersion'>) =>
  one.endpoint === other.endpoint && one.payloadVersion === other.payloadVersion;

type ChangeOfEdit = typeof withoutEarlier;

/** Updates the unsent edits behind an entry in its lane when that entry leaves or returns. Within a transaction. */
export async function changeThoseBehind({ outbox }: OutboxDb, left: Entry, change: ChangeOfEdit): Promise<void> {
  const earlier = readEdit(left.body);
  if (!earlier) return;
  for (const entry of await outbox.where('lane').equals(left.lane).toArray()) {
    const isBehind = entry.seq > left.seq && entry.attempts === 0 && isOfSameForm(entry, left);
    const edit = isBehind && readEdit(entry.body);
    if (edit) await outbox.update(entry.id, { body: JSON.stringify(change(edit, earlier)) });
  }
}

/** Rebases an edit on the result of an earlier one that may be in flight. */
export function rebasedOn(edit: NonNullable<ReturnType<typeof readEdit>>, entry: Entry) {
  const earlier = readEdit(entry.body);
  return earlier ? rebasedEdit(earlier, edit) : edit;
}
