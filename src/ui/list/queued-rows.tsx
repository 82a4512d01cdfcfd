import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queuedWords } from '#contract/wire/write-text.ts';
import { Card } from '../card.tsx';
import { StatusTag } from '../feedback/status-tag.tsx';
import { useFirstRows } from './use-first-rows.tsx';

type WrittenState = keyof typeof queuedWords;

const tones = { waiting: 'quiet', sending: 'quiet', sent: 'done', attention: 'warn' } as const;

type QueuedTagProps = {
  state: WrittenState | undefined;
  /** What was written, where that is no edit: '삭제'. */
  act?: string;
};

/** The state of a write that the data on the screen does not have yet; nothing if there is none. */
export function QueuedTag({ state, act }: QueuedTagProps) {
  if (!state) return null;
  return <StatusTag tone={tones[state]}>{act ? `${act} · ${queuedWords[state]}` : queuedWords[state]}</StatusTag>;
}

type RowTagProps = { row: { queued?: WrittenState | undefined; leaving?: WrittenState | undefined } };

/** The same of a row: the state of its deletion, or else of the last other write to it. */
export function RowTag({ row: { queued, leaving } }: RowTagProps) {
  return leaving ? <QueuedTag state={leaving} act="삭제" /> : <QueuedTag state={queued} />;
}

/** Class of the title of a row that links to its page. */
export const rowLinkClass = 'inline-flex min-h-touch items-center text-leaf underline';

/** The title of what has no page of its own until it is sent: it leads to where it can be edited or taken back. */
export const OutboxLink = ({ children, className = rowLinkClass }: { children: ReactNode; className?: string }) => (
  <Link to="/cms/outbox" className={className}>
    {children}
  </Link>
);

type QueuedRowsProps = {
  /** What was written: '작물'. */
  noun: string;
  rows: readonly { entryId: string; title: ReactNode; state: WrittenState }[];
};

/** Creations that the list does not have yet, shown above it; nothing if there are none. */
export function QueuedRows({ noun, rows }: QueuedRowsProps) {
  if (rows.length === 0) return null;
  return (
    <Card aria-label={`${notYetWord(rows)} ${noun}`}>
      <QueuedList rows={rows} />
    </Card>
  );
}

/** '보내지 않은', as long as that is true of one of them. */
export const notYetWord = (rows: readonly { state: WrittenState }[]) =>
  rows.every(({ state }) => state === 'sent') ? '보낸' : '보내지 않은';

/** How many rows are drawn at first: an imported file may have left hundreds. */
const SHOWN_AT_FIRST = 10;

/** The same inside a card. */
export function QueuedList({ rows }: Pick<QueuedRowsProps, 'rows'>) {
  const { shown, more } = useFirstRows(rows, { first: SHOWN_AT_FIRST, unit: '건' });
  return (
    <>
      <ul className="flex flex-col">
        {shown.map(({ entryId, title, state }) => (
          <li
            key={entryId}
            className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line last:border-b-0"
          >
            <span className="min-w-0 font-semibold break-words">{title}</span>
            <QueuedTag state={state} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
