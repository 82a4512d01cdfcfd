/** Korean words of inspections that schema, server and screens share. */

/** Name of an inspection in the list of unsent writes. */
export const inspectionNoun = '점검';

/** Name of a change of its state there. */
export const stepNoun = '점검 단계';

export const inspectionStateWords = {
  received: '접수',
  inProgress: '진행',
  onHold: '보류',
  done: '완료',
} as const;

/** Label of the button that leads to the state. */
export const inspectionStepWords = {
  received: '접수',
  inProgress: '진행 시작',
  onHold: '보류',
  done: '완료',
} as const;

export const checkAnswerWords = { fine: '이상 없음', wrong: '이상', none: '해당 없음' } as const;

/** Messages of refused fields and steps. */
export const inspectionProblems = {
  title: '무엇을 점검하는지 적어 주세요.',
  day: '날짜를 2026-11-21처럼 입력해 주세요.',
  assignee: '이 농장을 함께 쓰는 사람 가운데에서 골라 주세요.',
  target: '이 농장의 장치와 센서 가운데에서 골라 주세요.',
  bothTargets: '장치와 센서 가운데 하나만 골라 주세요.',
  point: '이 점검 목록에 없는 항목입니다.',
  step: '지금 상태에서는 이렇게 바꿀 수 없습니다.',
  reason: '이유를 적어 주세요.',
  noSensor: '센서에 연결된 점검에서만 보정할 수 있습니다.',
  correction: '소수 넷째 자리까지 입력할 수 있습니다.',
  reference: (min: number, max: number, unit: string) =>
    `잴 수 있는 값은 ${min}~${max} ${unit}입니다. 부호와 소수점을 확인해 주세요.`,
  future: '오늘까지의 날짜를 골라 주세요.',
} as const;

/** Answers after a change. */
export const inspectionDone = {
  stepped: {
    received: '접수로 바꾸었습니다.',
    inProgress: '점검을 시작했습니다.',
    onHold: '보류했습니다.',
    done: '점검을 마쳤습니다.',
  },
  calibrated: '보정값을 점검과 센서에 저장했습니다.',
} as const;

/**
 * Numbers of open inspections, of those for sensors that are already listed above, and of overdue ones: '열린 점검 3건(1건은
 * 위의 센서) · 기한 지남 1건'.
 */
export function openInspectionsText(open: number, overdue: number, ofSensors: number): string {
  const note = ofSensors > 0 && ofSensors < open ? `(${ofSensors}건은 위의 센서)` : '';
  return `열린 점검 ${open}건${note}${overdue > 0 ? ` · 기한 지남 ${overdue}건` : ''}`;
}
