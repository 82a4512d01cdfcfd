import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { isCreation } from '#src/offline/outbox/followers.ts';
import { Button } from '#src/ui/button/button.tsx';
import { ShareButton } from '#src/ui/button/share-button.tsx';
import { actConflictOf, againOf } from './act-conflict.tsx';
import { entryText, entryTitle } from './entry-words.tsx';
import { isGone } from './written-fields.tsx';

export type EntryActs = {
  /** Send it again as it is, also from its form. */
  onRetry: () => void;
  onEdit: () => void;
  /** What it was about is gone: its content begins a new one. */
  onCreateAnew: () => void;
  /** The conflict is resolved: send this body (JSON) as another write. */
  onSettle: (body: string) => void;
  onDiscard: () => void;
};

type EntryActionsProps = EntryActs & {
  entry: Entry;
  /** Opens the comparison of the two versions; undefined if there is nothing to compare. */
  onCompare: (() => void) | undefined;
};

/** What can be done with a queued write that is not being sent. */
export function EntryActions({
  entry,
  onCompare,
  onRetry,
  onEdit,
  onCreateAnew,
  onSettle,
  onDiscard,
}: EntryActionsProps) {
  const name = entryTitle(entry);
  const again = againOf(entry);
  // The photos of a creation are in its form: it can only be sent from there.
  const mayRetry = entry.state !== 'conflict' && !(entry.state === 'editing' && isCreation(entry));
  const retryLabel = entry.state === 'editing' ? '고치지 않고 보내기' : '다시 보내기';
  const againLabel = actConflictOf(entry) ? '지금 상태에서 다시 보내기' : '다시 보내기';
  return (
    <div className="flex flex-wrap gap-2">
      {onCompare && (
        <Button variant="primary" onClick={onCompare} aria-label={`${name} 비교하기`}>
          비교하기
        </Button>
      )}
      {!onCompare && again !== undefined && (
        <Button onClick={() => onSettle(again)} aria-label={`${name} ${againLabel}`}>
          {againLabel}
        </Button>
      )}
      {mayRetry && (
        <Button onClick={onRetry} aria-label={`${name} ${retryLabel}`}>
          {retryLabel}
        </Button>
      )}
      {!onCompare && entry.origin && !isGone(entry) && (
        <Button onClick={onEdit} aria-label={`${name} 고치기`}>
          고치기
        </Button>
      )}
      {isGone(entry) && entry.origin?.anew && (
        <Button onClick={onCreateAnew} aria-label={`${name} 새로 만들기`}>
          새로 만들기
        </Button>
      )}
      {isParked(entry) && entry.body !== null && (
        <ShareButton
          variant="quiet"
          label="내용 공유"
          aria-label={`${name} 내용 공유`}
          title={name}
          text={entryText(entry)}
        />
      )}
      <Button variant="quiet" onClick={onDiscard} aria-label={`${name} 버리기`}>
        버리기
      </Button>
    </div>
  );
}
