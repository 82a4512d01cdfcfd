import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type InspectionLinkProps = { id: string; className?: string; children: ReactNode };

export function InspectionLink({ id, className, children }: InspectionLinkProps) {
  return (
    <Link to="/cms/device/inspection-edit/$id" params={{ id }} className={className}>
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function InspectionListLink({ className, children }: Omit<InspectionLinkProps, 'id'>) {
  return (
    <Link to="/cms/device/inspection-manage" className={className}>
      {children}
    </Link>
  );
}
