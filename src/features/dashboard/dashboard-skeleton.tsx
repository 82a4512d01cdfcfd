import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/** The placeholder of a farm's dashboard. */
export function DashboardSkeleton() {
  return (
    <>
      <p role="status" className="min-h-[2lh] text-xl leading-snug text-ink-soft sm:min-h-[1lh] sm:text-2xl">
        <span className="sr-only">불러오는 중</span>
      </p>
      <div aria-busy="true" className="grid grid-cols-1 gap-3 sm:gap-5 lg:grid-cols-3 lg:items-start">
        <div className="flex flex-wrap gap-3 *:flex-[1_1_9.75rem] sm:gap-5 sm:*:flex-[1_1_15rem] lg:col-span-2">
          <Skeleton className="h-80 sm:h-64" />
          <Skeleton className="h-80 sm:h-64" />
        </div>
        <div className="flex flex-col gap-3 sm:gap-5 lg:row-span-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-36" />
        </div>
        <Skeleton className="h-72 lg:col-span-2" />
      </div>
    </>
  );
}
