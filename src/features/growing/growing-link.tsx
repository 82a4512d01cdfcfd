import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type GrowingLinkProps = { id: string; className?: string; children: ReactNode };

export function GrowingLink({ id, className, children }: GrowingLinkProps) {
  return (
    <Link to="/cms/growth/growing-edit/$id" params={{ id }} className={className}>
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function GrowingListLink({ className, children }: Omit<GrowingLinkProps, 'id'>) {
  return (
    <Link to="/cms/growth/growing-manage" className={className}>
      {children}
    </Link>
  );
}
