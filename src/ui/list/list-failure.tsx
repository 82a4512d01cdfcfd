import { ErrorPanel } from '../error-panel.tsx';

type ListFailureProps = {
  /** Undefined when nobody answered; otherwise what the server said. */
  refusal: { message: string; requestId: string } | undefined;
  onRetry: () => void;
  isRetrying: boolean;
};

/** In place of a list that is not kept on the device. */
export function ListFailure({ refusal, ...retry }: ListFailureProps) {
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
