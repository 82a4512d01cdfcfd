import type { ReactNode } from 'react';
import { queuedWords } from '#contract/wire/write-text.ts';
import { Card } from '../card.tsx';
import { StatusTag } from '../feedback/status-tag.tsx';

type QueuedState = Exclude<keyof typeof queuedWords, 'sent'>;

/** How a write that the server has not answered yet stands, beside what it is about; nothing where none waits. */
export function QueuedTag({ state }: { state: QueuedState | undefined }) {
  if (!state) return null;
  return <StatusTag tone={state === 'attention' ? 'warn' : 'quiet'}>{queuedWords[state]}</StatusTag>;
}

type QueuedRowsProps = {
  /** What they are: '보내지 않은 작물'. */
  label: string;
  rows: readonly { entryId: string; title: ReactNode; state: QueuedState }[];
};

/** What was written and stands on this device alone, above the list it will be in; nothing when there is nothing. */
export function QueuedRows({ label, rows }: QueuedRowsProps) {
  if (rows.length === 0) return null;
  return (
    <Card aria-label={label}>
      <ul className="flex flex-col">
        {rows.map(({ entryId, title, state }) => (
          <li
            key={entryId}
            className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line last:border-b-0"
          >
            <span className="font-semibold">{title}</span>
            <QueuedTag state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
