import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

type DashboardSkeletonProps = {
  /** Loading takes longer than it should; said in words, because a grey box says nothing. */
  isSlow: boolean;
};

/** The shape of a farm before its figures are there. */
export function DashboardSkeleton({ isSlow }: DashboardSkeletonProps) {
  return (
    <div className="flex flex-col gap-6" aria-busy="true">
      <p role="status" className="min-h-6 text-ink-soft">
        {isSlow ? '연결이 느립니다. 값을 기다리고 있습니다.' : <span className="sr-only">불러오는 중</span>}
      </p>
      <Skeleton className="h-9 w-72 max-w-full" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">
        <Skeleton className="col-span-2 h-40 sm:col-span-1 sm:row-span-2 sm:h-full" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
    </div>
  );
}
