/** Messages about heat settings that are more specific than the general one of the schema. */
export const heatProblems = {
  tenths: '소수 첫째 자리까지 입력할 수 있습니다.',
  nightAboveGuard: '서리방지 최저보다 높아야 합니다.',
  dayAboveNight: '밤 목표보다 낮을 수 없습니다.',
  clock: '시각을 22:30처럼 입력해 주세요.',
  emptyBand: '끝나는 시각은 시작하는 시각과 달라야 합니다.',
  noCalendar: '생육 달력이 있는 작물을 재배 중으로 등록해야 생육 달력을 따를 수 있습니다.',
} as const;

/** `place` is the position of the band in the list, counted from 1. */
export function overlapProblem(place: number): string {
  return `${place}번 시간대와 겹칩니다.`;
}

/** Words for the source of a target; see heat-target.ts. */
export const heatReasonWords = {
  off: '난방 꺼짐, 서리방지만',
  natural: '자연온도, 서리방지만',
  band: '시간대',
  day: '낮',
  night: '밤',
  calendar: '생육 달력',
} as const;

/** Names of the fields in form, confirmation and conflict. */
export const heatFieldWords = {
  enabled: '난방',
  mode: '목표를 정하는 방법',
  dayTargetC: '낮 목표',
  nightTargetC: '밤 목표',
  frostGuardC: '서리방지 최저',
  hysteresisC: '편차',
  bands: '시간대 목표',
} as const;

export const heatModeWords = { own: '직접 정하기', calendar: '생육 달력 따르기' } as const;
