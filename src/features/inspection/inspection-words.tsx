import CircleCheck from 'lucide-react/icons/circle-check';
import { type CheckPoint, checkPointWords } from '#contract/inspection/data-inspection.ts';
import { type Check, type Evidence, type InspectionFields, isCheckPoint } from '#contract/inspection/inspection.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import { isOverdue } from '#contract/inspection/inspection-steps.ts';
import { checkAnswerWords, inspectionStateWords } from '#contract/inspection/inspection-text.ts';
import { qualityRuleWords } from '#contract/quality/quality-text.ts';
import { seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { formatDate, formatDateTime, formatDuration } from '#src/lib/format-date.ts';
import { formatPlain, formatWithUnit } from '#src/lib/format-number.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

type State = Pick<InspectionRow, 'state' | 'dueOn'>;

/** The state of an inspection, as icon, word and colour. */
export function InspectionTag({ inspection: { state, dueOn }, now }: { inspection: State; now: number }) {
  const word = inspectionStateWords[state];
  if (state === 'done') {
    return (
      <span className="inline-flex h-7 items-center gap-1 text-leaf">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {word}
      </span>
    );
  }
  const isLate = isOverdue({ state, dueOn }, seoulDate(now));
  return <StatusTag tone={isLate ? 'warn' : 'quiet'}>{isLate ? `${word} · 기한 지남` : word}</StatusTag>;
}

/** '11월 30일 (월)'; null without a due date. */
export function dueWords(dueOn: string | null): string | null {
  return dueOn === null ? null : formatDate(startOfSeoulDate(dueOn));
}

/** The subject in one or two words: the sensor, the device, or all of the farm. */
export function targetWords(subject: Pick<InspectionRow, 'target' | 'sensorIndex' | 'deviceIndex'>): string {
  const { target, sensorIndex, deviceIndex } = subject;
  if (target !== null) return target;
  // Its name is not on the device.
  if (sensorIndex !== null) return '센서';
  return deviceIndex !== null ? '장치' : '농장 전체';
}

/** The finding on the sensor, as a sentence without full stop. */
export function troubleOf({ rule, state }: Evidence): string {
  if (rule !== null) return qualityRuleWords[rule];
  return state === 'silent' ? '값이 끊겼습니다' : '있을 수 없는 값을 보냅니다';
}

/** The finding's values as label and value pairs. */
export function evidenceFacts(evidence: Evidence): { label: string; value: string }[] {
  const { since, readAt, value, unit, intervalMs, coverage } = evidence;
  return [
    { label: '무엇이', value: `${troubleOf(evidence)}.` },
    ...(since === null ? [] : [{ label: '언제부터', value: formatDateTime(since) }]),
    ...(readAt === null || value === null
      ? []
      : [{ label: '마지막 값', value: `${formatPlain(value)} ${unit} · ${formatDateTime(Date.parse(readAt))}` }]),
    { label: '보내는 간격', value: formatDuration(intervalMs) },
    ...(coverage === null
      ? []
      : [{ label: '앞선 24시간', value: `보낼 값의 ${formatWithUnit(coverage * 100, '%', 0)}를 받음` }]),
  ];
}

/** '이상 (표시등이 꺼짐)'; '-' for an unchecked point. */
export function checkWords(check: Check | undefined): string {
  const { answer = null, remark = '' } = check ?? {};
  const word = answer === null ? '-' : checkAnswerWords[answer];
  return remark === '' ? word : `${word} (${remark})`;
}

export const pointWords = (point: CheckPoint) => checkPointWords[point];

export const fieldLabels: Record<keyof InspectionFields, string> = {
  title: '제목',
  detail: '무엇이 문제인가요',
  dueOn: '기한',
  assignee: '맡은 사람',
  checks: '점검 항목',
  note: '찾은 것과 한 일',
};

/** The text of a field in a comparison of two edits. */
export function fieldWords(name: keyof InspectionFields, fields: InspectionFields): string {
  if (name !== 'checks') return fields[name] || '-';
  const said = Object.entries(fields.checks).flatMap(([point, check]) =>
    isCheckPoint(point) ? [`${pointWords(point)}: ${checkWords(check)}`] : [],
  );
  return said.join(', ') || '-';
}
