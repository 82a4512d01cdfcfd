import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { ReadOnlyFarm } from '#src/features/farm/read-only-farm.tsx';
import { useFarmToWriteOn } from '#src/features/farm/unsent/use-farm-to-write-on.ts';
import { GrowingCreatePage } from '#src/features/growing/growing-create-page.tsx';
import { growingCropsQuery, observedTreesQuery } from '#src/features/growing/growing-reads.ts';
import { RowPage } from '#src/features/growing/row/row-page.tsx';
import { useUnsentCrops } from '#src/features/growing/use-unsent-crops.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CropsLink } from '../../-crops-link.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { NoFarm } from '../../-no-farm.tsx';
import { GrowingFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/growth/growing-create')({
  staticData: { needsFarm: 'or-unsent' },
  validateSearch: ({ mode }: Record<string, unknown>): { mode?: 'row' } => ({ ...(mode === 'row' && { mode }) }),
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) =>
      Promise.all([
        firstResult(queryClient, growingCropsQuery(index)),
        firstResult(queryClient, observedTreesQuery(index)),
      ]),
    ),
  component: GrowingCreate,
  errorComponent: GrowingFailure,
});

const TITLE = '생육 조사 등록';

function GrowingCreate() {
  useTitle(TITLE);
  const { farm, readIndex, isKnown } = useFarmToWriteOn(useChosenFarm());
  const { mode } = Route.useSearch();
  const read = useQuery({ ...growingCropsQuery(readIndex ?? 0), enabled: readIndex !== undefined });
  const known = read.data?.value.crops ?? [];
  const unsent = useUnsentCrops(farm?.index ?? 0, read);
  if (read.isError && !read.data) throw read.error;
  const isReading = readIndex !== undefined && !read.data && !isProvisional(farm?.index);
  if (!isKnown || isReading) return <FormSkeleton />;
  if (!farm) return <NoFarm />;
  const [first, ...others] = [...known, ...unsent];
  if (farm.right === 'read') return <ReadOnlyFarm title={TITLE} />;
  if (!first) {
    return (
      <div className="flex flex-col gap-5">
        <PageHead title={TITLE} />
        <EmptyState title="먼저 작물을 등록해 주세요" action={<CropsLink farm={farm} />}>
          생육 조사는 작물의 나무마다 적습니다.
        </EmptyState>
      </div>
    );
  }
  const Page = mode === 'row' ? RowPage : GrowingCreatePage;
  return <Page key={farm.index} farm={farm} crops={[first, ...others]} />;
}
