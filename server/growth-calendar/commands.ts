import { type EditedName, editedNames } from '#contract/growth-calendar/calendar-edit.ts';
import type { Given } from '#contract/wire/write.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import type { Subject } from './edits.ts';

type Noted = Authorship & { reason: string };

/** Stores the values of a period that differ from the ones before. */
export async function setPeriod<Values extends Given<Record<EditedName, unknown>>>(
  trx: Trx,
  { farmId, subjectId, period }: Subject & { period: number },
  { before, after }: { before: Values; after: Values },
  noted: Noted,
): Promise<void> {
  const changed = editedNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const set = changed.map((name) => ({ period, name, value: after[name] ?? null }));
  await addEdits(trx, { farmId, subjectId }, set, noted);
}

/** Appends edits under the next numbers; the newest edit of a value is the valid one. */
export async function addEdits(
  trx: Trx,
  { farmId, subjectId }: Subject,
  set: readonly { period: number; name: EditedName; value: unknown }[],
  { reason, userId, at }: Noted,
): Promise<void> {
  if (set.length === 0) return;
  const first = await takeNumbers(trx, 'calendar_edit', set.length);
  const rows = set.map(({ period, name, value }, index) => ({
    farm_id: farmId,
    calendar_edit_id: first + index,
    subject_id: subjectId,
    period,
    name,
    value: value === null ? null : JSON.stringify(value),
    reason,
    user_id: userId,
    noted_at: at,
  }));
  await trx.insertInto('calendar_edit').values(rows).execute();
}
