import { useId, useState } from 'react';
import { type Inspection, type InspectionStep, stepInspection } from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { needsReason, nextStates, timeDone } from '#contract/inspection/inspection-steps.ts';
import {
  inspectionNoun,
  inspectionProblems,
  inspectionStateWords,
  inspectionStepWords,
} from '#contract/inspection/inspection-text.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { QueuedRows } from '#src/ui/list/queued-rows.tsx';
import { useQueuedSteps } from './use-queued-steps.ts';

type StepCardProps = {
  inspection: Inspection;
  /** The response that had it; undefined for one that the page does not have yet. */
  seen: Dated | undefined;
  mayWrite: boolean;
};

/** The current state, buttons for the next states, and the history of changes. */
export function StepCard({ inspection, seen, mayWrite }: StepCardProps) {
  const id = useId();
  const { id: inspectionId, steps } = inspection;
  const { queued, stateOf } = useQueuedSteps(inspectionId, seen);
  const state = stateOf(inspection);
  return (
    <>
      <Card aria-labelledby={id} className="flex flex-col gap-4">
        <h2 id={id} className="text-lg font-bold">
          지금 {inspectionStateWords[state]}
        </h2>
        {mayWrite && <StepButtons key={`${state} ${queued.length}`} inspection={inspection} state={state} />}
        <StepList steps={steps} />
      </Card>
      <QueuedRows
        noun="상태 변경"
        rows={queued.map(({ entryId, state: waits, body, createdAt }) => ({
          entryId,
          state: waits,
          title: body ? (
            <StepWords {...body} to={body.state} at={takenAt(body.at, createdAt, steps)} by={null} />
          ) : (
            inspectionNoun
          ),
        }))}
      />
    </>
  );
}

/** When a queued step was taken, as the server will have it: sending it changes nothing. */
function takenAt(given: string | undefined, queuedAt: number, steps: readonly InspectionStep[]): string {
  const at = given ?? new Date(queuedAt).toISOString();
  return new Date(timeDone(at, Number.POSITIVE_INFINITY, steps.at(-1)?.at)).toISOString();
}

function StepButtons({ inspection: { id, title }, state }: { inspection: Inspection; state: InspectionState }) {
  const { attempt, isSaving } = useSave(stepInspection);
  const { now } = useClock();
  const [asked, setAsked] = useState<InspectionState>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();

  async function take(to: InspectionState, why: string) {
    setProblem(undefined);
    const body = { state: to, reason: why, at: new Date(now()).toISOString(), seen: { state } };
    const outcome = await attempt({ params: { id }, body }, undefined, title);
    if ('answer' in outcome) showToast(outcome.answer.message);
    else if ('trouble' in outcome) setProblem(outcome.trouble.conflict ? MET : troubleText(outcome.trouble));
  }
  function handleStep(to: InspectionState) {
    if (needsReason(state, to)) setAsked(to);
    else void take(to, '');
  }
  function handleReason() {
    if (reason.trim() === '') setProblem(inspectionProblems.reason);
    else if (asked) void take(asked, reason);
  }
  return (
    <div className="flex flex-col gap-3">
      {problem !== undefined && !asked && <Banner tone="warn">{problem}</Banner>}
      {asked ? (
        <>
          <TextField
            label={asked === 'onHold' ? '보류하는 이유' : '다시 여는 이유'}
            isRequired
            maxLength={500}
            value={reason}
            error={problem}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" isBusy={isSaving} onClick={handleReason}>
              {wordOf(state, asked)}
            </Button>
            <Button onClick={() => setAsked(undefined)}>취소</Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          {nextStates(state).map((to, at) => (
            <Button
              key={to}
              variant={at === 0 && state !== 'done' ? 'primary' : 'secondary'}
              isBusy={isSaving}
              onClick={() => handleStep(to)}
              className="max-sm:flex-1"
            >
              {wordOf(state, to)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

const MET = '다른 사람이 먼저 상태를 바꾸었습니다. 바뀐 상태를 확인하고 다시 골라 주세요.';

function wordOf(from: InspectionState, to: InspectionState): string {
  if (from === 'done') return '다시 열기';
  return from === 'onHold' ? '다시 진행' : inspectionStepWords[to];
}

/** The history of an inspection, newest first. */
export function StepList({ steps }: { steps: readonly InspectionStep[] }) {
  return (
    <ol aria-label="점검 이력" className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {steps.toReversed().map(({ from, to, by, at, reason }) => (
        // Two who did the same without knowing of each other may have done it at one time.
        <li key={`${at} ${from} ${to} ${by} ${reason}`}>
          <StepWords {...{ to, by, at, reason }} />
        </li>
      ))}
    </ol>
  );
}

/** What was done with an inspection, when and why, and by whom if that is known. */
function StepWords({ to, by, at, reason }: Omit<InspectionStep, 'from'>) {
  return (
    <>
      <span className="block">
        <strong>{inspectionStateWords[to]}</strong>
        {reason !== '' && `: ${reason}`}
      </span>
      <span className="block text-age font-normal text-ink-soft">
        <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
        {by !== null && ` · ${by}`}
      </span>
    </>
  );
}
