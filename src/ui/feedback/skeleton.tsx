import { classNames } from '#src/lib/class-names.ts';

/** The shape of what is coming. Give it the size of the real thing (`h-…`, `w-…`), so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('breathe rounded-card bg-sunken', className)} />;
}
