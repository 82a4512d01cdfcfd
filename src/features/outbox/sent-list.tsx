import { useState } from 'react';
import { useLoadOutbox } from '#src/api/outbox/outbox-context.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import type { HistoryItem } from '#src/offline/outbox/entry.ts';
import { lastSent } from '#src/offline/outbox/prune-history.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { entryTitle } from './entry-words.tsx';

/** The last sent writes, with the server's request numbers. Loaded on demand. */
export function SentList() {
  const loadOutbox = useLoadOutbox();
  const [items, setItems] = useState<readonly HistoryItem[]>();
  async function read() {
    const store = (await loadOutbox())?.store();
    setItems(lastSent((await store?.history().catch(() => [])) ?? []));
  }
  if (!items) {
    return (
      <Button variant="quiet" onClick={() => void read()} className="self-start">
        최근에 보낸 것 보기
      </Button>
    );
  }
  return (
    <Card aria-label="최근에 보낸 것">
      <h2 className="mb-2 text-lg font-bold">최근에 보낸 것</h2>
      {items.length === 0 && <p className="text-ink-soft">이 기기에서 보낸 것이 아직 없습니다.</p>}
      <ul aria-label="최근에 보낸 것" className="flex flex-col">
        {items.map(({ id, doneAt, entry, receipt }) => (
          <li key={id} className="border-b border-line py-2 last:border-b-0">
            <p>
              <strong>{entryTitle(entry)}</strong> {entry.summary}
            </p>
            <p className="text-age text-ink-soft">
              {formatDateTime(doneAt)} 보냄
              {receipt && ` · 접수 번호 ${receipt.requestId}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
