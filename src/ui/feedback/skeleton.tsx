import { classNames } from '#src/lib/class-names.ts';

/**
 * A placeholder for loading content. Give it the size of the content (`h-…`, `w-…`), so that the layout does not
 * shift.
 */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('breathe rounded-card bg-sunken', className)} />;
}
