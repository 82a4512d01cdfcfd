import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { endMyOtherSessions, endMySession, type MySession, mySessions } from '#contract/user/user.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatAge, formatDateTime, formatInstant } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { ExportButton, type ExportFile } from '#src/ui/csv/export-button.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { ListFailurePanel } from '#src/ui/list/list-failure-panel.tsx';
import { browserWords } from './browser-words.tsx';

/** The user's sessions, and how to end them. */
export function SessionsSection() {
  const now = useAgesTo();
  const sessions = useQuery(readQuery(mySessions, {}));
  const { attempt: end, isSaving: isEnding } = useSave(endMySession);
  const { attempt: endOthers, isSaving: isEndingOthers } = useSave(endMyOtherSessions);

  async function finish(act: ReturnType<typeof end> | ReturnType<typeof endOthers>) {
    const outcome = await act;
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(outcome.answer.message);
  }
  const list = sessions.data?.value ?? [];
  return (
    <FormSection title="로그인한 기기" lead="모르는 기기가 있으면 끊고 비밀번호를 바꾸세요.">
      {sessions.isError && !sessions.data && (
        <ListFailurePanel
          refusal={refusalOf(sessions.error)}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      )}
      {!sessions.data && !sessions.isError && <Skeleton className="h-24" />}
      <ul className="flex flex-col">
        {list.map(({ id, startedAt, seenAt, userAgent, isThis }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-b border-line py-3 last:border-b-0">
            <span className="flex min-w-0 items-center gap-3">
              <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-leaf" />
              <span>
                <span className="font-semibold">{browserWords(userAgent)}</span>{' '}
                {isThis && <span className="ml-1 text-leaf">이 기기</span>}
                <span className="block text-age text-ink-soft">
                  {formatDateTime(Date.parse(startedAt))}부터 · {formatAge(now - Date.parse(seenAt))} 사용
                </span>
              </span>
            </span>
            {!isThis && (
              <Button
                onClick={() => void finish(end({ params: { id } }))}
                disabled={isEnding}
                icon={<LogOut aria-hidden className="size-5" />}
                aria-label={`${browserWords(userAgent)} 로그인 끊기`}
                className="shrink-0"
              >
                끊기
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void finish(endOthers({}))} isBusy={isEndingOthers}>
            다른 기기 모두 끊기
          </Button>
          <ExportButton file={exportFile} load={async () => list} />
        </div>
      )}
    </FormSection>
  );
}

const exportFile: ExportFile<MySession> = {
  name: '로그인한 기기',
  columns: [
    ['기기', ({ userAgent }) => browserWords(userAgent)],
    ['로그인한 때', ({ startedAt }) => formatInstant(startedAt)],
    ['마지막 사용', ({ seenAt }) => formatInstant(seenAt)],
    ['이 기기', ({ isThis }) => (isThis ? '예' : '')],
    ['브라우저', ({ userAgent }) => userAgent],
  ],
};
