import { useState } from 'react';
import { outboxMessages } from '#contract/wire/write-text.ts';
import { isReachable, useConnectivityStore } from '#src/api/call/connectivity.ts';
import { entryFromFile } from '#src/api/outbox/entry-from-file.ts';
import { exportOutbox } from '#src/api/outbox/export-outbox.ts';
import { useLoadOutbox } from '#src/api/outbox/outbox-context.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { showToast } from '#src/lib/toasts.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { readOutboxFile } from '#src/offline/outbox/export-file.ts';
import type { OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { saveFile } from '#src/ui/csv/download.ts';

/** Actions on queued writes; a storage that does not answer is reported. */
export function useOutboxActions(onOpen: (path: string) => void) {
  const loadOutbox = useLoadOutbox();
  const session = useSessionStore();
  const connectivity = useConnectivityStore();
  const [isSending, setIsSending] = useState(false);

  async function withStore(act: (store: OutboxStore) => Promise<void>): Promise<void> {
    const store = (await loadOutbox())?.store();
    try {
      if (store) await act(store);
    } catch {
      showToast(outboxMessages.hung, 'failed');
    }
  }
  /** Who presses is not made to wait for the next probe, and is told when nobody answered. */
  async function drain(): Promise<void> {
    setIsSending(true);
    // A page that was opened without a server has no token yet.
    if ((await session.token()) === null) await session.refresh();
    await (await loadOutbox())?.drain(true);
    setIsSending(false);
    if (!isReachable(connectivity)) showToast(outboxMessages.unreachable, 'failed');
  }

  return {
    isSending,
    sendNow: () => void drain(),
    retry: ({ id, state }: Entry) =>
      void withStore(async (store) => {
        await (state === 'editing' ? store.giveUpEditing(id) : store.requeue(id, Date.now()));
        await drain();
      }),
    settle: ({ id }: Entry, body: string) =>
      void withStore(async (store) => {
        await store.settle(id, body, Date.now());
        await drain();
      }),
    edit: ({ id, origin }: Entry) =>
      void withStore(async (store) => {
        if (!origin) return;
        if (await store.toDraft(id, Date.now())) onOpen(origin.path);
        else showToast(outboxMessages.draftInTheWay, 'failed');
      }),
    createAnew: ({ id, origin }: Entry) =>
      void withStore(async (store) => {
        if (!origin?.anew) return;
        if (await store.toNewDraft(id, Date.now())) onOpen(origin.anew.path);
        else showToast(outboxMessages.draftInTheWay, 'failed');
      }),
    discard: ({ id }: Entry) =>
      void withStore(async (store) => {
        const gone = await store.discardWithFollowers(id, Date.now());
        if (gone.length === 0) return;
        const onPress = () =>
          void withStore(async (again) => {
            for (const { left, blob } of gone) await again.restore(left, blob);
            await (await loadOutbox())?.drain(false);
          });
        showToast(outboxMessages.discarded(gone.length), 'done', { label: outboxMessages.undo, onPress });
      }),
    saveAll: () =>
      void withStore(async (store) => {
        const uid = session.uid();
        if (uid === null) return;
        saveFile(await exportOutbox(uid, store), 'onsil-outbox.json');
      }),
    takeFile: (text: string) =>
      void withStore(async (store) => {
        const file = await readOutboxFile(text, session.uid() ?? '', entryFromFile);
        if (!file) return void showToast(outboxMessages.notOurs, 'failed');
        const count = await store.takeIn(file.entries, file.blobs);
        showToast(outboxMessages.takenIn(count, file.refused), file.refused > 0 ? 'failed' : 'done');
        await (await loadOutbox())?.drain(false);
      }),
  };
}
