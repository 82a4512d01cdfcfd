/** Korean words of the quality of readings that server and screens share. */

/** Words for the state of a sensor. */
export const qualityStateWords = {
  fine: '정상',
  waiting: '첫 값 기다림',
  silent: '끊김',
  stuck: '값 멈춤',
  jumping: '값 튐',
  wrong: '값 이상',
  leaking: '누수 의심',
  dry: '물 안 나옴',
  excluded: '제외',
} as const;

/** Words for the rule that a sensor broke. */
export const qualityRuleWords = {
  jump: '값이 짧은 시간에 크게 뛰었습니다',
  flat: '값이 움직이지 않습니다',
  high: '밤인데 빛이 있다고 합니다',
  low: '밤인데 값이 너무 낮습니다',
  leak: '관수 밸브가 모두 닫혔는데 물이 흐릅니다',
  'no-flow': '관수 밸브가 1분 넘게 열렸는데 물이 흐르지 않았습니다',
} as const;

type Trouble = {
  state: keyof typeof qualityStateWords;
  since: number | null;
  findings: readonly { rule: keyof typeof qualityRuleWords; from: number }[];
};

/** What is wrong with a sensor, as a sentence without time and full stop. */
export function troubleText({ state, since, findings }: Trouble): string {
  if (state === 'silent') return '값이 끊겼습니다';
  const finding = findings.find(({ from }) => from === since);
  return finding ? qualityRuleWords[finding.rule] : '있을 수 없는 값을 보냅니다';
}

/** Number of matters that need attention on a farm, each counted once: '3가지'. */
export function mattersText(count: number): string {
  return count === 0 ? '지금은 없습니다' : `${count}가지`;
}

/** Number of sensors that need attention: '센서 2개를 살펴봐 주세요'. Used by the dashboard and the page of sensors. */
export function needsHandText(count: number): string {
  return count === 0 ? '손볼 센서가 없습니다' : `센서 ${count}개를 살펴봐 주세요`;
}

/** How many sensors a figure is based on: '센서 2/3 정상'. */
export function sensorsFineText(fine: number, total: number): string {
  return `센서 ${fine}/${total} 정상`;
}

/** Messages of refused exclusions. */
export const qualityProblems = {
  order: '끝은 시작보다 늦어야 합니다.',
  future: '지금까지의 시각을 골라 주세요.',
  tooOld: '원본 값이 남아 있는 날부터 제외할 수 있습니다. 더 늦은 시각을 골라 주세요.',
  instant: '시각을 골라 주세요.',
  gone: '원본 값의 보관 기간이 지나 되돌릴 수 없습니다. 평균과 통계에서 빠진 채로 남습니다.',
} as const;

/** Answers after readings were excluded or included again. */
export const qualityDone = {
  excluded: '값을 제외했습니다. 평균과 통계를 다시 계산했습니다.',
  lifted: '제외를 되돌렸습니다. 평균과 통계를 다시 계산했습니다.',
} as const;
