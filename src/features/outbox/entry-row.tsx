import { useState } from 'react';
import { disputedOf } from '#src/lib/form/settle-conflict.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { type Entry, isParked, queuedStateOf } from '#src/offline/outbox/entry.ts';
import { fieldName, valueWords } from '#src/ui/field-words.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { EntryActions, type EntryActs } from './entry-actions.tsx';
import { EntryConflict, editConflictOf } from './entry-conflict.tsx';
import { EntryPhoto } from './entry-photo.tsx';
import { entryReason, entryTitle } from './entry-words.tsx';
import { isGone, WrittenFields } from './written-fields.tsx';

type EntryRowProps = EntryActs & {
  entry: Entry;
  /** Whether another write must be sent first. */
  isBlocked: boolean;
};

/** One queued write: its content, state, reason and actions. */
export function EntryRow({ entry, isBlocked, ...acts }: EntryRowProps) {
  const [isComparing, setIsComparing] = useState(false);
  const conflict = editConflictOf(entry);
  const disputed = conflict && disputedOf(conflict);
  const isSending = entry.state === 'sending';
  const requestId = entry.lastError?.requestId;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{entryTitle(entry)}</h2>
        <QueuedTag state={queuedStateOf(entry)} />
      </div>
      {entry.summary && <p className="line-clamp-3 break-words">{entry.summary}</p>}
      {conflict?.fields.map((field) => (
        <p key={field} className="break-words">
          {fieldName(field)}: 내가 적은 값 <strong>{valueWords(field, disputed?.mine[field])}</strong>, 지금 저장된 값{' '}
          <strong>{valueWords(field, disputed?.current[field])}</strong>
        </p>
      ))}
      <p className="text-ink-soft">
        <time dateTime={new Date(entry.createdAt).toISOString()}>{formatDateTime(entry.createdAt)}</time>에 적음 ·{' '}
        {isBlocked ? '먼저 적은 것이 보내진 다음에 보냅니다.' : entryReason(entry)}
        {isParked(entry) && requestId && <span className="block text-age">문의 번호 {requestId}</span>}
      </p>
      {entry.body === null ? <EntryPhoto entry={entry} /> : isGone(entry) && <WrittenFields entry={entry} />}
      {conflict && isComparing && (
        <EntryConflict conflict={conflict} onSettle={acts.onSettle} onCancel={() => setIsComparing(false)} />
      )}
      {!isSending && !(conflict && isComparing) && (
        <EntryActions entry={entry} onCompare={conflict && (() => setIsComparing(true))} {...acts} />
      )}
    </li>
  );
}
