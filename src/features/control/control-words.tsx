import { actuatorRows } from '#contract/control/actuator.ts';
import type { Control } from '#contract/control/control-calls.ts';
import { decisionSentence } from '#contract/control/decision-text.ts';
import { tripSentence } from '#contract/control/words/interlock-text.ts';
import { nextSentence } from '#contract/control/words/next-text.ts';
import { staleness } from '#contract/series/staleness.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { formatAge, formatClock, formatDuration } from '#src/lib/format-date.ts';
import { HOLD_HINT } from '#src/ui/button/hold-button.tsx';
import type { KeyState } from './use-held-key.ts';

export type ActuatorNow = Control['actuators'][number];
type State = Pick<ActuatorNow, 'type' | 'levelPct' | 'lastPct' | 'stateAt' | 'isMoving' | 'endsAt'>;

export const NO_LINK_WORDS = '연결되지 않아 장비를 움직일 수 없습니다. 급하면 현장 스위치를 쓰세요.';

/** The states of a command, in the words of growers. */
export const commandWords: {
  readonly [State in NonNullable<ActuatorNow['command']>['state']]: string;
} = {
  asked: '시킴',
  sent: '보냄',
  accepted: '받음',
  running: '동작 중',
  done: '끝남',
  refused: '거절됨',
  expired: '시간 지남',
  unproved: '확인 안 됨',
};

/** What is true while a key is held and after it. */
export const keyWords: { readonly [State in KeyState]: string } = {
  sent: '움직이라고 보내는 중입니다.',
  held: '손을 떼면 멈춥니다.',
  stopping: '멈추는 중입니다.',
  lost: '멈추라는 말이 닿지 않았습니다. 늦어도 10초 안에 저절로 멈춥니다.',
  idle: HOLD_HINT,
};

/** The actuator's state at `now`, epoch ms: a stale state, as in a copy from hours ago, becomes unknown. */
export function knownAt<Actuator extends State>(actuator: Actuator, now: number): Actuator {
  if (staleness(actuator.stateAt, MINUTE_MS, now).tone !== 'lost') return actuator;
  return { ...actuator, levelPct: null, isMoving: false, endsAt: null };
}

/** Its state: '켜짐', '35 % 열림'; '상태 모름' if its controller does not report. */
export function stateWords({ type, levelPct, isMoving }: State): string {
  if (levelPct === null) return '상태 모름';
  return levelWords(type, levelPct) + (isMoving ? ', 움직이는 중' : '');
}

function levelWords(type: ActuatorNow['type'], levelPct: number): string {
  if (actuatorRows[type].kind !== 'position') return levelPct > 0 ? '켜짐' : '꺼짐';
  // Slightly open must not be shown as closed.
  return levelPct === 0 ? '닫힘' : `${Math.max(1, Math.round(levelPct))} % 열림`;
}

/** The age of its state, and the last known state if the current one is unknown. */
export function stateAgeWords({ type, levelPct, lastPct, stateAt }: State, now: number): string {
  if (stateAt === null || lastPct === null) return '상태가 들어온 적이 없습니다.';
  const age = formatAge(now - Date.parse(stateAt));
  return levelPct === null ? `마지막으로 들어온 상태: ${levelWords(type, lastPct)} (${age})` : `${age} 들어온 상태`;
}

/** Whether it runs or is open, if known. */
export function isRunning({ levelPct, isMoving }: State): boolean {
  return isMoving || (levelPct ?? 0) > 0;
}

/** Start and end of running: '14:02부터 12분째, 14:32에 저절로 끝남'; '' if both are unknown. */
export function runWords({ since, endsAt }: ActuatorNow, now: number): string {
  const ranMs = since === null ? 0 : now - Date.parse(since);
  const lasting = ranMs < MINUTE_MS ? '' : ` ${formatDuration(ranMs)}째`;
  const begun = since === null ? '' : `${formatClock(Date.parse(since))}부터${lasting}`;
  const ends = endsAt === null ? '' : `${formatClock(Date.parse(endsAt))}에 저절로 끝남`;
  return [begun, ends].filter(Boolean).join(', ');
}

/** The next irrigation of a valve and its rule; '' if none is planned. */
export function nextWaterWords({ next }: ActuatorNow, now: number): string {
  return next ? `다음: ${nextSentence(next.family, Date.parse(next.at), now)} ('${next.ruleName}' 규칙).` : '';
}

/** Who controls it, and why it is in this state. */
export function holderWords(actuator: ActuatorNow): string {
  const { lockOut, trip, override, last, ruleName, name } = actuator;
  if (lockOut?.endsAt)
    return `${lockOut.reason}: ${formatClock(Date.parse(lockOut.endsAt))}까지 켜지 않음 (${lockOut.by} 님)`;
  if (lockOut) return `정비 잠금: ${lockOut.by} 님 (${lockOut.reason})`;
  if (trip) return `차단됨: ${tripSentence(trip.by)}`;
  if (override) return `직접 조작: ${override.by} 님, ${formatClock(Date.parse(override.endsAt))}까지`;
  if (!last) return '지금 이 장비를 움직이려는 규칙이 없습니다.';
  return decisionSentence(last, name) + (ruleName === null ? '' : ` · 규칙 ${ruleName}`);
}
