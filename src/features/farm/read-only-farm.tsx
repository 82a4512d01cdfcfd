import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';

/** Replaces the form of a page that writes on a farm for a user who may only look at it. */
export function ReadOnlyFarm({ title }: { title: string }) {
  return (
    <div className="flex flex-col gap-5">
      <PageHead title={title} />
      <EmptyState title="이 농장은 볼 수만 있습니다">적으려면 농장주에게 함께 관리할 권한을 받아 주세요.</EmptyState>
    </div>
  );
}
