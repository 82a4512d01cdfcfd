import type { ListFailure } from '#src/lib/list/list-state.ts';
import { ErrorPanel } from '../feedback/error-panel.tsx';

/** Shown instead of a list that could not be read and is not cached. */
export function ListFailurePanel({ refusal, ...retry }: ListFailure) {
  return refusal ? (
    <ErrorPanel
      title="목록을 불러오지 못했습니다"
      safe="저장된 내용은 서버에 그대로 있습니다."
      todo={refusal.message}
      requestId={refusal.requestId || undefined}
      {...retry}
    />
  ) : (
    <ErrorPanel
      title="지금은 이 목록을 볼 수 없습니다"
      safe="저장된 내용은 서버에 그대로 있습니다."
      todo="연결되면 다시 시도해 주세요."
      {...retry}
    />
  );
}
