import { settleConflict } from '#src/lib/form/settle-conflict.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { fieldName, valueWords } from '#src/ui/field-words.tsx';

type Fields = Record<string, unknown>;

/** Two versions of a thing and their common base. */
type Clash = { fields: readonly string[]; base: Fields; mine: Fields; current: Fields };

/** The conflict of an edit; undefined if it is no edit, or the server sent no details. */
export function clashOf({ state, body, lastError }: Pick<Entry, 'state' | 'body' | 'lastError'>): Clash | undefined {
  const edit = state === 'conflict' ? readEdit(body) : null;
  const { current, conflicts }: { current?: unknown; conflicts?: unknown } = Object(Object(lastError?.body).details);
  if (!edit || typeof current !== 'object' || !Array.isArray(conflicts) || conflicts.length === 0) return undefined;
  const { base, ...mine } = edit;
  return { fields: conflicts.map(String), base, mine, current: { ...current } };
}

/** The edit with the chosen sides, based on the stored values; JSON. */
export function settledBody(clash: Clash, sides: Partial<Record<string, 'mine' | 'theirs'>>): string {
  return JSON.stringify({ ...settleConflict(clash, sides), base: { ...clash.base, ...clash.current } });
}

type EntryConflictProps = { clash: Clash; onSettle: (body: string) => void; onCancel: () => void };

/** The conflict panel for a queued write. */
export function EntryConflict({ clash, onSettle, onCancel }: EntryConflictProps) {
  return (
    <EntryConflictPanel<Fields>
      {...clash}
      labels={Object.fromEntries(clash.fields.map((name) => [name, fieldName(name)]))}
      wordsOf={(name, values) => valueWords(name, values[name])}
      onSave={(sides) => onSettle(settledBody(clash, sides))}
      onCancel={onCancel}
    />
  );
}
