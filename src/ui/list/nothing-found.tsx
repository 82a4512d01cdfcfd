import SearchX from 'lucide-react/icons/search-x';
import { Button } from '../button/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';

type NothingFoundProps = { search: string; onClear: () => void };

/** Shown instead of a list when the search finds nothing. */
export function NothingFound({ search, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      title={`‘${search}’ 검색 결과가 없습니다`}
      icon={<SearchX aria-hidden className="size-8" />}
      action={<Button onClick={onClear}>모두 보기</Button>}
    >
      다른 말로 찾거나 일부만 입력해 보세요.
    </EmptyState>
  );
}
