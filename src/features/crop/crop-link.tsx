import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type CropLinkProps = { id: string; className?: string; children: ReactNode };

export function CropLink({ id, className, children }: CropLinkProps) {
  return (
    <Link to="/cms/farm/crop-edit/$id" params={{ id }} className={className}>
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function CropListLink({ className, children }: Omit<CropLinkProps, 'id'>) {
  return (
    <Link to="/cms/farm/crop-manage" className={className}>
      {children}
    </Link>
  );
}
