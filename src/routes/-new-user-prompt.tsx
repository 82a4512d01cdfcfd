import { useEffect, useState } from 'react';
import { notePrompted, wasPrompted } from '#src/api/session/prompted.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const load = async () => (await import('#src/features/user/new-user-dialog.tsx')).NewUserDialog;

/** Asks new users, once a tab, to complete their information. */
export function NewUserPrompt({ userId }: { userId: string }) {
  const { part: NewUserDialog, fetchPart } = useLazyModule(load);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (wasPrompted(userId)) return;
    void fetchPart().then((isThere) => {
      if (!isThere) return;
      setIsOpen(true);
    });
  }, [userId, fetchPart]);
  function handleClose() {
    notePrompted(userId);
    setIsOpen(false);
  }
  return NewUserDialog ? <NewUserDialog isOpen={isOpen} onClose={handleClose} /> : null;
}
