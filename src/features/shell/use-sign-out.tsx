import { type ReactNode, useState } from 'react';
import { useSession } from '#src/api/session/session.ts';
import { countDrafts, forgetDrafts } from '#src/api/write/drafts-left.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const loadDialog = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog;

/** Signs out; whoever has drafts in any tab is told how many, and may keep them on this device. Render `dialog` once. */
export function useSignOut(): { leave: () => void; dialog: ReactNode } {
  const { data: session, signOut } = useSession();
  const { part: SignOutDialog, fetchPart } = useLazyModule(loadDialog);
  const [draftCount, setDraftCount] = useState(0);
  const uid = session?.userId;

  async function leave() {
    const count = uid === undefined ? 0 : await countDrafts(uid);
    if (count === 0) return leaveNothing();
    if (await fetchPart()) setDraftCount(count);
    // The question cannot be asked: what was typed stays.
    else await signOut();
  }
  async function leaveNothing() {
    setDraftCount(0);
    if (uid !== undefined) await forgetDrafts(uid);
    await signOut();
  }
  return {
    leave: () => void leave(),
    dialog: SignOutDialog && (
      <SignOutDialog
        isOpen={draftCount > 0}
        draftCount={draftCount}
        onKeep={() => {
          setDraftCount(0);
          void signOut();
        }}
        onDelete={() => void leaveNothing()}
        onCancel={() => setDraftCount(0)}
      />
    ),
  };
}
