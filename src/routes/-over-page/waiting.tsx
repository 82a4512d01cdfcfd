import { Link } from '@tanstack/react-router';
import { useWhenCountDue } from '#src/api/outbox/use-when-count-due.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const load = async () => (await import('#src/features/outbox/waiting-link.tsx')).WaitingLink;

/** The number of unsent writes on this device, with a link to them. */
export function Waiting() {
  const { part: WaitingLink, fetchPart } = useLazyModule(load);
  useWhenCountDue(fetchPart);
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
