import type { InspectionKind } from './inspection-names.ts';

/** Checklists for inspections, written by us after the manuals of equipment in greenhouses on Jeju. */

/** Each point describes the good state. Several kinds may share a point. */
export const checkPointWords = {
  power: '전원 표시등이 켜져 있습니다',
  link: '인터넷과 통신이 이어져 있습니다',
  clock: '시각이 맞습니다',
  wiring: '전선과 단자가 풀리거나 삭지 않았습니다',
  dryBox: '함 안에 물기, 벌레, 쥐의 흔적이 없습니다',
  manual: '수동으로 바꾸어도 움직입니다',
  breaker: '누전 차단기가 시험 단추에 떨어집니다',
  shade: '햇빛 가리개가 깨끗하고 바람이 통합니다',
  height: '나무 높이의 제자리에 매달려 있습니다',
  clean: '물방울, 먼지, 농약이 묻지 않았습니다',
  reference: '기준 계기와 값이 같습니다',
  battery: '배터리가 넉넉합니다',
  contact: '탐침이 흙에 빈틈없이 닿아 있습니다',
  depth: '처음 묻은 깊이 그대로입니다',
  dripper: '점적 호스와의 거리가 그대로입니다',
  arrow: '물이 화살표 방향으로 흐릅니다',
  zeroFlow: '밸브를 모두 잠그면 0을 가리킵니다',
  bucket: '통에 받아 잰 양과 값이 같습니다',
  strainer: '여과기를 씻었습니다',
  leak: '이음매에서 물이 새지 않습니다',
  fuel: '연료가 넉넉하고 새지 않습니다',
  flame: '불이 한 번에 붙고 불꽃이 푸릅니다',
  chimney: '연통이 막히거나 빠지지 않았습니다',
  fan: '송풍 팬이 고르게 돕니다',
  fullOpen: '끝까지 열리고 끝까지 닫힙니다',
  limit: '끝에서 스스로 멈춥니다',
  motor: '모터에서 이상한 소리나 열이 없습니다',
  rope: '줄과 기어가 늘어지거나 닳지 않았습니다',
  film: '비닐, 방충망, 커튼이 찢어지지 않았습니다',
  gap: '닫았을 때 틈이 없습니다',
  pressure: '압력이 평소와 같습니다',
  valve: '밸브를 하나씩 열고 닫을 때 제대로 움직입니다',
  dryRun: '물이 없을 때 펌프가 스스로 멈춥니다',
  looks: '겉으로 깨지거나 부서진 데가 없습니다',
  works: '제대로 움직입니다',
} as const;

export type CheckPoint = keyof typeof checkPointWords;

/** Kinds of equipment: name, and the points in inspection order. */
export const inspectionKinds = {
  controller: { label: '제어기', points: ['power', 'link', 'clock', 'wiring', 'dryBox', 'breaker', 'manual'] },
  airSensor: {
    label: '온도·습도 센서',
    points: ['power', 'shade', 'height', 'clean', 'wiring', 'battery', 'reference'],
  },
  soilSensor: { label: '토양 센서', points: ['contact', 'depth', 'dripper', 'wiring', 'battery', 'reference'] },
  flowMeter: { label: '유량계', points: ['arrow', 'strainer', 'leak', 'wiring', 'zeroFlow', 'bucket'] },
  heater: { label: '난방기', points: ['fuel', 'flame', 'chimney', 'fan', 'clean', 'breaker', 'manual'] },
  vent: { label: '환기창', points: ['fullOpen', 'limit', 'motor', 'rope', 'film', 'manual'] },
  curtain: { label: '커튼', points: ['fullOpen', 'limit', 'motor', 'rope', 'film', 'gap'] },
  pumpValve: { label: '펌프·밸브', points: ['pressure', 'strainer', 'leak', 'valve', 'motor', 'dryRun', 'manual'] },
  other: { label: '기타', points: ['looks', 'power', 'wiring', 'clean', 'works'] },
} as const satisfies Record<InspectionKind, { label: string; points: readonly CheckPoint[] }>;
