import { useEffect, useState } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const load = async () => (await import('#src/features/user/new-user-dialog.tsx')).NewUserDialog;

/** Asks a new user to complete their information: at each start of the app until they have. */
export function NewUserPrompt() {
  const { part: NewUserDialog, fetchPart } = useLazyModule(load);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    void fetchPart().then(setIsOpen);
  }, [fetchPart]);
  return NewUserDialog ? <NewUserDialog isOpen={isOpen} onClose={() => setIsOpen(false)} /> : null;
}
