import { Link } from '@tanstack/react-router';
import ListOrdered from 'lucide-react/icons/list-ordered';
import type { ReactNode } from 'react';
import { buttonClass } from '#src/ui/button/button-class.ts';

/** A link to quick entry, tree by tree. */
export function RowLink({ children }: { children: ReactNode }) {
  return (
    <Link to="/cms/growth/growing-create" search={{ mode: 'row' }} className={buttonClass('secondary')}>
      <ListOrdered aria-hidden className="size-5" />
      {children}
    </Link>
  );
}
