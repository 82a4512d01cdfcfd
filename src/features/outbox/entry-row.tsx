import { useState } from 'react';
import { disputedOf } from '#src/lib/form/settle-conflict.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { type Entry, isParked, queuedStateOf } from '#src/offline/outbox/entry.ts';
import { Button } from '#src/ui/button/button.tsx';
import { fieldName, valueWords } from '#src/ui/field-words.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { EntryConflict, editConflictOf } from './entry-conflict.tsx';
import { entryReason, entryTitle } from './entry-words.tsx';

type EntryRowProps = {
  entry: Entry;
  /** Whether another write must be sent first. */
  isBlocked: boolean;
  onRetry: () => void;
  onEdit: () => void;
  /** The conflict is resolved: send this body (JSON). */
  onSettle: (body: string) => void;
  onDiscard: () => void;
};

/** One queued write: its content, state, reason and actions. */
export function EntryRow({ entry, isBlocked, onRetry, onEdit, onSettle, onDiscard }: EntryRowProps) {
  const [isComparing, setIsComparing] = useState(false);
  const conflict = editConflictOf(entry);
  const disputed = conflict && disputedOf(conflict);
  const isSending = entry.state === 'sending';
  const name = entryTitle(entry);
  const requestId = entry.lastError?.requestId;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{name}</h2>
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
      {conflict && isComparing && (
        <EntryConflict conflict={conflict} onSettle={onSettle} onCancel={() => setIsComparing(false)} />
      )}
      {!isSending && !(conflict && isComparing) && (
        <div className="flex flex-wrap gap-2">
          {!conflict && entry.state !== 'editing' && (
            <Button onClick={onRetry} aria-label={`${name} 다시 보내기`}>
              다시 보내기
            </Button>
          )}
          {conflict && (
            <Button variant="primary" onClick={() => setIsComparing(true)} aria-label={`${name} 비교하기`}>
              비교하기
            </Button>
          )}
          {!conflict && entry.origin && (
            <Button onClick={onEdit} aria-label={`${name} 고치기`}>
              고치기
            </Button>
          )}
          <Button variant="quiet" onClick={onDiscard} aria-label={`${name} 버리기`}>
            버리기
          </Button>
        </div>
      )}
    </li>
  );
}
