import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProvisional } from '#contract/wire/provisional-index.ts';

type FarmLinkProps = { index: number; className?: string; children: ReactNode };

export function FarmLink({ index, className, children }: FarmLinkProps) {
  return (
    <Link
      to="/cms/farm/farm-edit/$id"
      params={{ id: String(index) }}
      // One that is not sent yet has no other page: it is chosen with it.
      {...(isProvisional(index) && { search: { farm: index } })}
      className={className}
    >
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function FarmListLink({ className, children }: Omit<FarmLinkProps, 'index'>) {
  return (
    <Link to="/cms/farm/farm-manage" className={className}>
      {children}
    </Link>
  );
}
