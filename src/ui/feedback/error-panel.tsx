import RefreshCw from 'lucide-react/icons/refresh-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../button/button.tsx';

type ErrorPanelProps = {
  /** What happened. */
  title: string;
  /** Which data is safe. */
  safe: string;
  /** What to do. */
  todo: string;
  /** The id to report to the operator. */
  requestId?: string | undefined;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** Replaces content that failed to load: what happened, what is safe, what to do. */
export function ErrorPanel({ title, safe, todo, requestId, onRetry, isRetrying }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-card bg-card p-6 shadow-card">
      <div className="flex items-start gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-warn-line" />
        <div className="flex flex-col gap-1">
          <h2 className="text-lg font-bold">{title}</h2>
          <p>{safe}</p>
          <p>{todo}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {onRetry && (
          <Button onClick={onRetry} isBusy={isRetrying ?? false} icon={<RefreshCw aria-hidden className="size-5" />}>
            다시 시도
          </Button>
        )}
        {requestId !== undefined && (
          <p className="text-age text-ink-faint">
            문의 번호 <code className="select-all">{requestId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
