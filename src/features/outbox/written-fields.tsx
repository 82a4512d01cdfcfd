import { jsonOf } from '#src/offline/json-of.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { fieldFacts } from '#src/ui/field-words.tsx';

/**
 * Whether a write is about something that was deleted meanwhile: its path names that. There is no form left in which it
 * could be edited; its page would only say that nothing was found.
 */
export const isGone = (entry: Pick<Entry, 'state' | 'lastError' | 'params'>) =>
  isParked(entry) && entry.lastError?.code === 'NOT_FOUND' && entry.params.id !== undefined;

/** What a write contains, by field, without what is empty and the time at which it was written. */
export function writtenFacts({ body }: Pick<Entry, 'body'>): { label: string; value: string }[] {
  const written: Record<string, unknown> = Object(body === null ? null : jsonOf(body));
  const { base: _, seen: __, at: ___, ...fields } = written;
  return fieldFacts(fields);
}

/** All that was written, for nothing else shows it any more. */
export function WrittenFields({ entry }: { entry: Pick<Entry, 'body'> }) {
  return (
    <FactList
      facts={writtenFacts(entry).map(({ label, value }) => ({
        label,
        value: <span className="break-words whitespace-pre-wrap">{value}</span>,
      }))}
    />
  );
}
