import { fieldName, hiddenFields, valueWords } from '../field-words.tsx';
import { QueuedRows } from './queued-rows.tsx';

type QueuedEditsProps = {
  edits: readonly (Pick<Parameters<typeof QueuedRows>[0]['rows'][number], 'entryId' | 'state'> & {
    /** The new values of the fields that it changes. */
    fields: Readonly<Record<string, unknown>>;
  })[];
};

/** Edits that the thing on this page does not have yet: the page itself shows what was read last. */
export function QueuedEdits({ edits }: QueuedEditsProps) {
  return (
    <QueuedRows
      noun="수정"
      rows={edits.map(({ entryId, state, fields }) => ({ entryId, state, title: changeWords(fields) }))}
    />
  );
}

/** '고친 값: 당도(°Bx) 9.5, 메모 꽃이 많음'. */
function changeWords(fields: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(fields).flatMap(([name, value]) =>
    hiddenFields.has(name) ? [] : [`${fieldName(name)} ${valueWords(name, value)}`],
  );
  return words.length === 0 ? '고침' : `고친 값: ${words.join(', ')}`;
}
