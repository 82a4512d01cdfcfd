import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FarmLinkProps = { index: number; className?: string; children: ReactNode };

/** The way to a farm's own page. */
export function FarmLink({ index, className, children }: FarmLinkProps) {
  return (
    <Link to="/cms/farm/farm-edit/$id" params={{ id: String(index) }} className={className}>
      {children}
    </Link>
  );
}

/** The way back to the list. */
export function FarmListLink({ className, children }: Omit<FarmLinkProps, 'index'>) {
  return (
    <Link to="/cms/farm/farm-manage" className={className}>
      {children}
    </Link>
  );
}
