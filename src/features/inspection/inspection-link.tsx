import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type InspectionLinkProps = { id: string; className?: string; children: ReactNode };

/** The way to an inspection's own page. */
export function InspectionLink({ id, className, children }: InspectionLinkProps) {
  return (
    <Link to="/cms/device/inspection-edit/$id" params={{ id }} className={className}>
      {children}
    </Link>
  );
}

/** The way back to the list. */
export function InspectionListLink({ className, children }: Omit<InspectionLinkProps, 'id'>) {
  return (
    <Link to="/cms/device/inspection-manage" className={className}>
      {children}
    </Link>
  );
}
