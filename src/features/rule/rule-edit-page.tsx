import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { clearRule } from '#contract/control/control-calls.ts';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { getRuleChoices, type RuleChoices, type RuleDetail, ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { asCopy } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PromptButton } from '#src/ui/prompt-button.tsx';
import { RuleFormOf } from './rule-form-of.tsx';
import { RuleCreateLink, RuleListLink } from './rule-link.tsx';
import { nextWords, nowWords, RuleNow, WatchTag } from './rule-state.tsx';
import { didWords, familyWords, modeWords, OFFLINE_WORDS } from './rule-words.tsx';
import { useRuleActions } from './use-rule-actions.tsx';

/** Users wait for state changes of a rule, so this is short, ms. */
const WATCHED_MS = 15_000;

type RuleEditPageProps = { family: RuleFamily; id: string; mayWrite: boolean };

/** One rule: its current state and reason, its settings, and its history. */
export function RuleEditPage({ family, id, mayWrite }: RuleEditPageProps) {
  const now = useAgesTo();
  const navigate = useNavigateFromHere();
  const rule = useQuery({ ...readQuery(ruleCalls[family].get, { params: { id } }), refetchInterval: WATCHED_MS });
  const { title } = familyWords[family];
  const isOffline = useIsOffline();
  const { askDelete, dialog } = useRuleActions(family, {
    mayWrite,
    isOffline,
    onGone: () => void navigate({ to: '/cms/control/{$family}-manage', params: { family } }),
  });
  if (rule.isError && !rule.data) throw rule.error;
  const detail = rule.data?.value;
  const mayEdit = mayWrite && detail !== undefined && detail.right !== 'read';
  const isAwaited = awaitsServer(rule);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={detail?.fields.name ?? title}
        renderBack={(children, className) => (
          <RuleListLink family={family} className={className}>
            {children}
          </RuleListLink>
        )}
        backLabel={`${title} 목록`}
        lead={detail?.farmName}
        actions={
          mayEdit && (
            <RuleCreateLink
              family={family}
              from={id}
              isOffline={isOffline}
              icon={<Copy aria-hidden className="size-5" />}
            >
              다른 동에 복사
            </RuleCreateLink>
          )
        }
      />
      <DataAgeNote seen={asCopy(rule.data, isOffline)} now={now} />
      {!detail && <Skeleton className="h-[60rem] max-w-2xl" />}
      {detail && <StateCard detail={detail} now={now} mayEdit={mayEdit} />}
      {detail && mayEdit && !isAwaited && <EditForm key={detail.id} detail={detail} now={now} />}
      {detail && !mayEdit && <RuleView detail={detail} />}
      {detail && <HistoryCard detail={detail} />}
      {detail && mayEdit && (
        <div className="max-w-2xl">
          <DeleteSection
            title="규칙 삭제"
            lead="이 규칙이 움직이던 장비는 1분 안에 멈춥니다."
            isDisabled={isOffline}
            onDelete={() => askDelete(detail)}
          />
        </div>
      )}
      {dialog}
    </div>
  );
}

/** The rule's current state and its next action. */
function StateCard({ detail, now, mayEdit }: { detail: RuleDetail; now: number; mayEdit: boolean }) {
  const next = nextWords(detail, now);
  return (
    <Card aria-label="지금" padding="md" className="flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-1">
      <RuleNow rule={detail} now={now} />
      <WatchTag {...detail} />
      {next !== null && <span className="tabular text-ink-soft">다음: {next}</span>}
      {mayEdit && detail.now?.row.outcome === 'suspended' && <GoOn detail={detail} />}
    </Card>
  );
}

/** Resumes a suspended rule after the user has checked the cause. */
function GoOn({ detail: { id, farmIndex } }: { detail: RuleDetail }) {
  const isOffline = useIsOffline();
  const { attempt, isSaving } = useSave(clearRule);
  const send = async (note: string) => {
    return confirmed(await attempt({ params: { id: farmIndex }, body: { rule: id, note } }));
  };
  return (
    <PromptButton
      action="확인하고 다시 움직이기"
      question="무엇을 확인했습니까"
      maxLength={200}
      disabled={isOffline}
      isBusy={isSaving}
      onSend={send}
    />
  );
}

/** The form opens only with a server response; typed values stay if the connection is lost. */
function EditForm({ detail, now }: { detail: RuleDetail; now: number }) {
  const isOffline = useIsOffline();
  const choices = useQuery(readQuery(getRuleChoices, { params: { id: detail.farmIndex } }));
  // The choices are read once; the rule itself follows the stored values while the form is untouched.
  const [opened, setOpened] = useState<RuleChoices>();
  const isCutOff = isOffline || choices.error instanceof NoAnswerError;
  if (choices.isError && !choices.data && !isCutOff) throw choices.error;
  const isAwaited = awaitsServer(choices);
  if (!opened && choices.data && !isAwaited && !isOffline) setOpened(choices.data.value);
  if (!opened) {
    // The rule itself was seen and stays, whether or not the device has what its form needs.
    return isCutOff ? (
      <>
        <Banner tone="offline">{OFFLINE_WORDS} 적던 것이 있으면 이 기기에 남아 있습니다.</Banner>
        <RuleView detail={detail} isReasonShown={false} />
      </>
    ) : (
      <Skeleton className="h-[60rem] max-w-2xl" />
    );
  }
  return (
    <RuleFormOf
      fields={detail.fields}
      choices={opened}
      farmIndex={detail.farmIndex}
      self={detail.id}
      now={now}
      isOffline={isOffline}
      onSaved={(_, message) => showToast(message)}
    />
  );
}

/** A read-only view of a rule, with the reason. */
function RuleView({ detail, isReasonShown = true }: { detail: RuleDetail; isReasonShown?: boolean }) {
  const { fields, sentence, right } = detail;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      {isReasonShown && (
        <Banner tone="info">
          {right === 'read'
            ? '함께 보기만 하는 농장입니다. 규칙은 농장주와 함께 관리하는 사람이 바꿀 수 있습니다.'
            : '이 화면을 보기만 할 수 있는 권한입니다. 바꾸려면 관리자에게 문의해 주세요.'}
        </Banner>
      )}
      <Card aria-label="규칙">
        <FactList
          facts={[
            { label: '하는 일', value: sentence },
            { label: '동', value: fields.areaName || '-' },
            { label: '사용', value: fields.enabled ? '켬' : '끔' },
            { label: '방식', value: modeWords[fields.mode] },
            { label: '우선순위', value: String(fields.priority) },
            { label: '메모', value: fields.note || '-' },
          ]}
        />
      </Card>
    </div>
  );
}

/** The last decisions of a rule, and its changes with author. */
function HistoryCard({ detail: { decisions, history } }: { detail: RuleDetail }) {
  return (
    <Card aria-label="기록" className="flex max-w-2xl flex-col gap-4">
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-bold">최근 판단</h2>
        {decisions.length === 0 && <p className="text-ink-soft">아직 판단한 적이 없습니다.</p>}
        <ol className="flex flex-col gap-2">
          {decisions.map((decision, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines at the same time have no other difference
            <li key={at} className="flex flex-col">
              <span className="tabular text-age text-ink-soft">{formatDateTime(decision.row.at)}</span>
              {nowWords(decision)}
            </li>
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-bold">바꾼 기록</h2>
        {history.length === 0 && <p className="text-ink-soft">사람이 바꾼 적이 없습니다.</p>}
        <ol className="flex flex-col gap-1">
          {history.map(({ by, at, did }) => (
            <li key={`${at} ${did}`} className="flex flex-wrap gap-x-3">
              <span className="tabular text-ink-soft">{formatDateTime(Date.parse(at))}</span>
              <span>
                {by} · {didWords[did]}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
