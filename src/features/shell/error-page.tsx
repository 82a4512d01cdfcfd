import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { PlainPage } from './plain-page.tsx';
import { ShellLink } from './shell-link.tsx';

export type ErrorPageList = { path: string; label: string };

type ErrorPageProps = {
  /** What happened, if known. */
  title?: string;
  /** What to do: the message of the error code. */
  message?: string;
  requestId?: string | undefined;
  /** The list of things of this kind, as an alternative target. */
  list?: ErrorPageList | undefined;
  /** Undefined if retrying cannot help. */
  onRetry?: () => void;
};

/** Replaces a page that failed: what happened, what is safe, what to do, and the request id. */
export function ErrorPage({ title, message, requestId, list, onRetry }: ErrorPageProps) {
  return (
    <PlainPage title={title ?? '화면을 열지 못했습니다'}>
      <p className="text-lg">{message ?? '잠시 뒤에 다시 시도해 주세요. 계속되면 관리자에게 알려 주세요.'}</p>
      {onRetry && <p className="text-ink-soft">저장한 기록은 그대로 있습니다.</p>}
      <div className="flex flex-wrap gap-3">
        {onRetry && (
          <Button variant="primary" onClick={onRetry} icon={<RefreshCw aria-hidden className="size-5" />}>
            다시 시도
          </Button>
        )}
        {list && (
          <ShellLink to={list.path} className={buttonClass()}>
            {list.label}
          </ShellLink>
        )}
        <ShellLink to="/cms/dashboard" className={buttonClass()}>
          처음 화면으로
        </ShellLink>
      </div>
      {requestId !== undefined && (
        <p className="text-ink-soft">
          문의 번호 <code className="select-all">{requestId}</code>
        </p>
      )}
    </PlainPage>
  );
}
