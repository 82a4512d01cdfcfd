import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notedUnsent } from '#src/api/outbox/unsent-note.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

/** Unsent writes are counted after the first screen is shown; sooner if there were some when the app was left, ms. */
const AFTER_MS = 6_000;
const SOON_MS = 300;

const load = async () => (await import('#src/features/outbox/waiting-link.tsx')).WaitingLink;

/** The number of unsent writes on this device, with a link to them. */
export function Waiting() {
  const { part: WaitingLink, fetchPart } = useLazyModule(load);
  const uid = useSessionStore().uid();
  const isExpected = uid !== null && notedUnsent(uid) > 0;
  useEffect(() => {
    const id = setTimeout(() => void fetchPart(), isExpected ? SOON_MS : AFTER_MS);
    return () => clearTimeout(id);
  }, [fetchPart, isExpected]);
  if (!WaitingLink) return null;
  return (
    <WaitingLink
      renderLink={(children, className, label) => (
        <Link to="/cms/outbox" className={className} aria-label={label}>
          {children}
        </Link>
      )}
    />
  );
}
