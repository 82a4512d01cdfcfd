import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

/** The first screen comes before what waits is counted, ms. */
const AFTER_MS = 6_000;

const load = async () => (await import('#src/features/outbox/waiting-link.tsx')).WaitingLink;

/** How many writes wait on this device, and the way to them. */
export function Waiting() {
  const { part: WaitingLink, fetchPart } = useLazyModule(load);
  useEffect(() => {
    const id = setTimeout(() => void fetchPart(), AFTER_MS);
    return () => clearTimeout(id);
  }, [fetchPart]);
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
