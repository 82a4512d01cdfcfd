import { actuatorRows } from '#contract/control/actuator.ts';
import type { Control } from '#contract/control/control-calls.ts';
import { decisionSentence } from '#contract/control/decision-text.ts';
import { formatClock } from '#src/lib/format-date.ts';

export type ActuatorNow = Control['actuators'][number];

export const NO_LINK_WORDS = '연결되지 않아 장비를 움직일 수 없습니다. 급하면 현장 스위치를 쓰세요.';

/** A command's life as a grower follows it. */
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

/** How it stands: '켜짐', '35 % 열림'; '모름' where its controller says nothing. */
export function stateWords({ type, levelPct, isMoving }: ActuatorNow): string {
  if (levelPct === null) return '상태 모름';
  const moves = isMoving ? ', 움직이는 중' : '';
  if (actuatorRows[type].kind !== 'position') return (levelPct > 0 ? '켜짐' : '꺼짐') + moves;
  return (levelPct === 0 ? '닫힘' : `${Math.round(levelPct)} % 열림`) + moves;
}

/** Who has it and why it stands so. */
export function holderWords(actuator: ActuatorNow): string {
  const { lockOut, trip, override, last, name } = actuator;
  if (lockOut) return `정비 잠금: ${lockOut.by} 님 (${lockOut.reason})`;
  if (trip) return `차단됨: ${trip.by === 'UNPROVED' ? '세 번 움직였지만 확인되지 않았습니다.' : trip.by}`;
  if (override) return `직접 조작: ${override.by} 님, ${formatClock(Date.parse(override.endsAt))}까지`;
  return last ? decisionSentence(last, name) : '아직 판단한 적이 없습니다.';
}
