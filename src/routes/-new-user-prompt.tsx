import { useEffect } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const load = async () => (await import('#src/features/user/new-user-dialog.tsx')).NewUserDialog;

/** Asks a new user to complete their information: at once, then every week until it is done. */
export function NewUserPrompt({ userId }: { userId: string }) {
  const { part: NewUserDialog, fetchPart } = useLazyModule(load);
  useEffect(() => void fetchPart(), [fetchPart]);
  return NewUserDialog ? <NewUserDialog userId={userId} /> : null;
}
