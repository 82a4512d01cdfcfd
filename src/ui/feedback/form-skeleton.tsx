import { TwoColumns } from '../two-columns.tsx';
import { Skeleton } from './skeleton.tsx';

/** The placeholder of a form in two columns. */
export function FormSkeleton() {
  return (
    <TwoColumns beside={<Skeleton className="h-[24rem]" />}>
      <Skeleton className="h-[36rem]" />
    </TwoColumns>
  );
}
