import { ApiError, NoAnswerError } from '#src/api/errors.ts';
import { ErrorPanel } from '#src/ui/error-panel.tsx';

export type ListFailureProps = { error: Error; onRetry: () => void; isRetrying: boolean };

/** In place of a list that is not kept on the device. */
export function ListFailure({ error, ...retry }: ListFailureProps) {
  if (error instanceof NoAnswerError) {
    return (
      <ErrorPanel
        title="지금은 이 목록을 볼 수 없습니다"
        safe="저장된 내용은 서버에 그대로 있습니다."
        todo="연결되면 다시 시도해 주세요."
        {...retry}
      />
    );
  }
  return (
    <ErrorPanel
      title="목록을 불러오지 못했습니다"
      safe="저장된 내용은 서버에 그대로 있습니다."
      todo={error instanceof ApiError ? error.message : '잠시 뒤에 다시 시도해 주세요.'}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      {...retry}
    />
  );
}
