import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

/** Unsent writes are counted after the first screen is shown, ms. */
const AFTER_MS = 6_000;

const load = async () => (await import('#src/features/outbox/waiting-link.tsx')).WaitingLink;

/** The number of unsent writes on this device, with a link to them. */
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
