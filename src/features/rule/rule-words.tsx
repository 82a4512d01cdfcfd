import type { DecisionRow } from '#contract/control/decision.ts';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import type { RuleDetail } from '#contract/control/rule/rule-calls.ts';

/** The name of a rule family and its purpose. */
export const familyWords: { readonly [Family in RuleFamily]: { title: string; lead: string } } = {
  'water-sensor': { title: '센서 관수', lead: '흙이 마르면 조금씩 주고, 스며들기를 기다려 다시 봅니다.' },
  'water-time': { title: '시간 관수', lead: '정한 날 정한 시각에 구역을 차례로 줍니다.' },
  'reservation-target': { title: '목표 예약', lead: '온도나 습도가 목표를 벗어나면 창과 팬을 움직입니다.' },
  'reservation-composite': { title: '복합 예약', lead: '여러 조건이 함께 맞을 때 장비를 움직입니다.' },
  'reservation-ghg': { title: '온실가스 예약', lead: '탄산가스를 주거나, 모자라면 환기합니다.' },
};

export const modeWords = { watch: '지켜보기', act: '실행' } as const;

export const OFFLINE_WORDS =
  '연결되지 않았습니다. 장비를 움직이는 규칙은 연결되어 있을 때만 바꿀 수 있고, 나중에 저절로 보내지 않습니다.';

export const didWords: { readonly [Did in RuleDetail['history'][number]['did']]: string } = {
  create: '만듦',
  update: '고침',
  switch: '켜거나 끔',
  delete: '지움',
};

/** Whether a decision reports a problem that the grower must check. */
export function isTrouble({ outcome }: Pick<DecisionRow, 'outcome'>): boolean {
  return outcome === 'suspended' || outcome === 'blocked';
}

export const fieldLabels: Readonly<Record<string, string>> = {
  name: '이름',
  areaName: '동',
  enabled: '사용',
  mode: '방식',
  priority: '우선순위',
  validFrom: '적용 시작일',
  validTo: '적용 종료일',
  days: '요일',
  seasons: '생육 단계',
  cropId: '작물',
  windows: '시간대',
  notify: '알림',
  note: '메모',
};
