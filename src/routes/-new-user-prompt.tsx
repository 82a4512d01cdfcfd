import { useEffect, useState } from 'react';
import { useLatePart } from '#src/ui/use-late-part.ts';

const load = async () => (await import('#src/features/user/new-user-dialog.tsx')).NewUserDialog;

/** Who has been asked on this page already; asked again at the next start. */
const asked = new Set<string>();

/** Asks new users, once a start, to complete their information. */
export function NewUserPrompt({ userId }: { userId: string }) {
  const { part: NewUserDialog, fetchPart } = useLatePart(load);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (asked.has(userId)) return;
    void fetchPart().then((isThere) => {
      if (!isThere) return;
      asked.add(userId);
      setIsOpen(true);
    });
  }, [userId, fetchPart]);
  return NewUserDialog ? <NewUserDialog isOpen={isOpen} onClose={() => setIsOpen(false)} /> : null;
}
