import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useState } from 'react';
import { outboxMessages } from '#contract/wire/write-text.ts';
import { useOutboxEntries, useRestored, useUnsentOfOthers } from '#src/api/outbox/use-outbox.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { useFirstRows } from '#src/ui/list/use-first-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { EntryRow } from './entry-row.tsx';
import { FileActions } from './file-actions.tsx';
import { SentList } from './sent-list.tsx';
import { useOutboxActions } from './use-outbox-actions.ts';

/** How many rows are drawn at first. */
const SHOWN_AT_FIRST = 50;

type OutboxPageProps = {
  /** Navigates to the page of a form. */
  onOpen: (path: string) => void;
};

/** Writes of this device that the server has not answered, and the last ones sent. */
export function OutboxPage({ onOpen }: OutboxPageProps) {
  const entries = useOutboxEntries();
  const ofOthers = useUnsentOfOthers() ?? 0;
  const restored = useRestored();
  const actions = useOutboxActions(onOpen);
  const { shown, more } = useFirstRows(entries ?? [], { first: SHOWN_AT_FIRST, unit: '건' });
  // What was discarded was not sent.
  const [hasDiscarded, setHasDiscarded] = useState(false);
  const blocked = blockedAmong(entries ?? []);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="보낼 것"
        lead="이 기기에 저장했고 아직 서버에 보내지 않은 것입니다. 연결되면 적은 순서대로 저절로 보냅니다."
        actions={
          entries &&
          entries.length > 0 && (
            <Button
              variant="primary"
              isBusy={actions.isSending}
              onClick={actions.sendNow}
              icon={<CloudUpload aria-hidden className="size-5" />}
            >
              지금 보내기
            </Button>
          )
        }
      />
      {restored && (
        <p>
          <time dateTime={new Date(restored.at).toISOString()}>{formatDateTime(restored.at)}</time>{' '}
          {outboxMessages.restored(restored)}
        </p>
      )}
      {ofOthers > 0 && <p>{outboxMessages.ofOthers(ofOthers)}</p>}
      <TwoColumns
        beside={
          <>
            <FileActions entries={entries ?? []} onSave={actions.saveAll} onFile={actions.takeFile} />
            <SentList />
          </>
        }
      >
        {!entries && <Skeleton className="h-60" />}
        {entries?.length === 0 && (
          <EmptyState
            title={hasDiscarded ? '보낼 것이 없습니다' : '모두 보냈습니다'}
            icon={<CloudUpload aria-hidden className="size-8" />}
          >
            연결되지 않은 곳에서 적은 것이 여기에 모입니다.
          </EmptyState>
        )}
        {entries && entries.length > 0 && (
          <Card aria-label={`보낼 것 ${entries.length}건`}>
            <ul aria-label="보낼 것" className="flex flex-col">
              {shown.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  isBlocked={blocked.has(entry.id)}
                  onRetry={() => actions.retry(entry)}
                  onEdit={() => actions.edit(entry)}
                  onCreateAnew={() => actions.createAnew(entry)}
                  onSettle={(body) => actions.settle(entry, body)}
                  onDiscard={() => {
                    setHasDiscarded(true);
                    actions.discard(entry);
                  }}
                />
              ))}
            </ul>
            {more}
          </Card>
        )}
      </TwoColumns>
    </div>
  );
}

/** Ids of the entries before which others must be sent: of the same thing, or what they hang on. */
function blockedAmong(entries: readonly Entry[]): ReadonlySet<string> {
  const waiting = new Set(entries.map(({ id }) => id));
  const lanes = new Set<string>();
  const blocked = new Set<string>();
  for (const { id, lane, dependsOn } of entries) {
    if (lanes.has(lane) || dependsOn.some((other) => waiting.has(other))) blocked.add(id);
    lanes.add(lane);
  }
  return blocked;
}
