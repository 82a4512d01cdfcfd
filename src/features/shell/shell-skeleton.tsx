import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/** A placeholder for header and page while the session is unknown. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh" aria-busy="true">
      <p role="status" className="sr-only">
        불러오는 중
      </p>
      <div className="h-bar-phone border-b border-line md:h-bar-desktop" />
      <div className="mx-auto flex max-w-content flex-col gap-6 p-4 md:p-6">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
