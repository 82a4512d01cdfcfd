import { settleConflict } from '#src/lib/form/settle-conflict.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { fieldName, valueWords } from '#src/ui/field-words.tsx';

type Fields = Record<string, unknown>;

/** Two versions of a thing and their common base. */
type EditConflict = { fields: readonly string[]; base: Fields; mine: Fields; current: Fields };

/** The conflict of an edit; undefined if it is no edit, or the server sent no details. */
export function editConflictOf({
  state,
  body,
  lastError,
}: Pick<Entry, 'state' | 'body' | 'lastError'>): EditConflict | undefined {
  const edit = state === 'conflict' ? readEdit(body) : null;
  const { current, conflicts }: { current?: unknown; conflicts?: unknown } = Object(Object(lastError?.body).details);
  if (!edit || typeof current !== 'object' || !Array.isArray(conflicts) || conflicts.length === 0) return undefined;
  const { base, ...mine } = edit;
  return { fields: conflicts.map(String), base, mine, current: { ...current } };
}

/** The edit with the chosen sides, based on the stored values; JSON. */
export function settledBody(conflict: EditConflict, sides: Partial<Record<string, 'mine' | 'theirs'>>): string {
  return JSON.stringify({ ...settleConflict(conflict, sides), base: { ...conflict.base, ...conflict.current } });
}

type EntryConflictProps = { conflict: EditConflict; onSettle: (body: string) => void; onCancel: () => void };

/** The conflict panel for a queued write. */
export function EntryConflict({ conflict, onSettle, onCancel }: EntryConflictProps) {
  return (
    <EntryConflictPanel<Fields>
      {...conflict}
      labels={Object.fromEntries(conflict.fields.map((name) => [name, fieldName(name)]))}
      wordsOf={(name, values) => valueWords(name, values[name])}
      onSave={(sides) => onSettle(settledBody(conflict, sides))}
      onCancel={onCancel}
    />
  );
}
