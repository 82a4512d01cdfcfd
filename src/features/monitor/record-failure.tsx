import { ApiError, NoAnswerError } from '#src/api/call/errors.ts';
import { ErrorPanel } from '#src/ui/feedback/error-panel.tsx';

type RecordFailureProps = { error: Error; onRetry: () => void; isRetrying: boolean };

/** Why there is nothing to draw: no connection and no cached data, or the server's status. */
export function RecordFailure({ error, onRetry, isRetrying }: RecordFailureProps) {
  if (error instanceof NoAnswerError) {
    return (
      <ErrorPanel
        title="지금은 이 기록을 볼 수 없습니다"
        safe="전에 열어 본 기간은 연결이 없어도 다시 볼 수 있습니다."
        todo="연결되면 다시 시도해 주세요."
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    );
  }
  const status = error instanceof ApiError ? error.status : '-';
  return (
    <ErrorPanel
      title={`데이터 조회에 실패했습니다. (CODE: ${status})`}
      safe="저장된 기록은 그대로 있습니다."
      todo={error instanceof ApiError ? error.message : '잠시 뒤에 다시 시도해 주세요.'}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}
