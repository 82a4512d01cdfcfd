import { type ReactNode, useState } from 'react';
import { useLoadOutbox } from '#src/api/outbox/outbox-context.ts';
import { useSession } from '#src/api/session/session.ts';
import {
  deleteUnsentDrafts,
  deleteUnsentWrites,
  findUnsent,
  nothingUnsent,
  type Unsent,
} from '#src/api/write/find-unsent.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const isNothing = ({ drafts, unsent }: Unsent) => drafts.length + unsent === 0;

const loadDialog = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog;

/**
 * Signs out; a user with drafts or unsent writes may send them, keep them on this device or delete them. Render
 * `dialog` once.
 */
export function useSignOut(): { leave: () => void; dialog: ReactNode } {
  const { data: session, signOut } = useSession();
  const { part: SignOutDialog, fetchPart } = useLazyModule(loadDialog);
  const loadOutbox = useLoadOutbox();
  const [left, setLeft] = useState(nothingUnsent);
  const uid = session?.userId;

  async function leave() {
    const found = uid === undefined ? nothingUnsent : await findUnsent(uid);
    if (isNothing(found)) return leaveNothing();
    if (await fetchPart()) setLeft(found);
    // The dialog cannot be loaded: drafts stay.
    else await signOut();
  }
  async function leaveNothing() {
    setLeft(nothingUnsent);
    if (uid !== undefined && left.unsent > 0) await deleteUnsentWrites(uid);
    if (uid !== undefined) await deleteUnsentDrafts(uid);
    await signOut();
  }
  /** Sends, then checks again: asks once more if anything is left. */
  async function sendFirst() {
    await (await loadOutbox())?.drain(true);
    const still = uid === undefined ? nothingUnsent : await findUnsent(uid);
    if (isNothing(still)) return leaveNothing();
    setLeft(still);
  }
  return {
    leave: () => void leave(),
    dialog: SignOutDialog && (
      <SignOutDialog
        isOpen={!isNothing(left)}
        left={left}
        onSend={sendFirst}
        onKeep={() => {
          setLeft(nothingUnsent);
          void signOut();
        }}
        onDelete={() => void leaveNothing()}
        onCancel={() => setLeft(nothingUnsent)}
      />
    ),
  };
}
