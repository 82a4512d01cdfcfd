import { cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import { deviceKindWords } from '#contract/device/device-text.ts';
import { pestWords, quantityWords } from '#contract/growing/growing-text.ts';
import { checkPointWords } from '#contract/inspection/data-inspection.ts';
import { checkAnswerWords, inspectionStateWords } from '#contract/inspection/inspection-text.ts';
import { authCodes } from '#contract/menu/menu.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { rightWords } from './right-words.tsx';

const quantityNames = Object.fromEntries(
  Object.entries(quantityWords).map(([name, { label, unit }]) => [
    name,
    `${label}${unit === 'SPAD' ? '' : `(${unit})`}`,
  ]),
);

/** Names of fields in logs and comparisons; unknown fields are shown by their own name. */
const names: Record<string, string> = {
  farmName: '농장 이름',
  address: '주소',
  latitude: '위도',
  longitude: '경도',
  areaM2: '면적(㎡)',
  coUsers: '공동 사용자',
  isLeadFarm: '선도농가',
  itemCode: '품목',
  itemsName: '품목 이름',
  variety: '품종',
  house: '동·밭',
  treeCount: '나무 수',
  plantedOn: '심은 날',
  budBreakOn: '발아일',
  cultivation: '재배 방식',
  status: '상태',
  position: '순서',
  isRetired: '그만 쓰기',
  menuName: '메뉴 이름',
  rights: '권한',
  name: '이름',
  code: '코드',
  kind: '종류',
  place: '설치 위치',
  note: '메모',
  type: '종류',
  areaName: '위치',
  intervalMs: '보고 간격(초)',
  plausibleMin: '있을 수 있는 최솟값',
  plausibleMax: '있을 수 있는 최댓값',
  enabled: '난방',
  mode: '목표를 정하는 방법',
  dayTargetC: '낮 목표(℃)',
  nightTargetC: '밤 목표(℃)',
  frostGuardC: '서리방지 최저(℃)',
  hysteresisC: '편차(℃)',
  bands: '시간대 목표',
  phone: '전화번호',
  email: '이메일',
  authority: '역할',
  isDisabled: '사용 중지',
  userId: '아이디',
  right: '권한',
  ...authorityWords,
  from: '부터',
  to: '까지',
  targetC: '목표(℃)',
  publicStationId: '공공 관측소 번호',
  ambientMac: '농장 기상대 번호(MAC)',
  hasAmbientKeys: '농장 기상대 키',
  areKeysReplaced: '농장 기상대 키를 새로 넣음',
  deviceIndex: '장치 번호',
  channels: '센서',
  index: '번호',
  sinceOn: '적용 시작',
  correction: '더하는 값',
  referenceValue: '기준 계기의 값',
  shownValue: '센서의 값',
  reason: '이유',
  state: '상태',
  cropId: '작물 고유 번호',
  tree: '나무',
  season: '생육 단계',
  observedAt: '조사한 때',
  ...quantityNames,
  pests: '병해충',
  otherPest: '그 밖의 병해충',
  confirmed: '맞게 쟀다고 한 값',
  title: '제목',
  text: '내용',
  untilOn: '알리는 마지막 날',
  isPinned: '위에 두기',
  detail: '무엇이 문제인가요',
  dueOn: '기한',
  assignee: '맡은 사람',
  checks: '점검 항목',
  answer: '답',
  remark: '덧붙일 말',
  at: '한 시각',
  ...checkPointWords,
};

export function fieldName(field: string): string {
  return names[field] ?? field;
}

/** Fields that the line shows in another form. */
export const hiddenFields: ReadonlySet<string> = new Set(['farmIndex']);

/** Texts of coded values, per field. */
const named: Record<string, Readonly<Record<string, string>>> = {
  cultivation: cultivationWords,
  status: cropStatusWords,
  kind: deviceKindWords,
  type: Object.fromEntries(Object.entries(channelTypes).map(([name, { label }]) => [name, label])),
  authority: authorityWords,
  mode: { own: '직접 정하기', calendar: '생육 달력 따르기' },
  right: { read: '보기만', write: '함께 관리' },
  pests: pestWords,
  answer: checkAnswerWords,
  state: inspectionStateWords,
  confirmed: Object.fromEntries(Object.entries(quantityWords).map(([name, { label }]) => [name, label])),
};

/** Texts of values that only the server knows, per field: items by their code. */
export type ServerWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The text of a field's value. */
export function valueWords(field: string, value: unknown, serverWords: ServerWords = {}): string {
  if (field in authorityWords) return rightWords(authCodes.find((code) => code === value) ?? null);
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  if (typeof value === 'number') return numberWords(field === 'intervalMs' ? value / 1000 : value);
  if (typeof value === 'string') {
    const name = named[field]?.[value] ?? serverWords[field]?.[value];
    return name ?? (INSTANT.test(value) ? instantWords(value) : value);
  }
  if (Array.isArray(value))
    return value.length === 0 ? '-' : value.map((inner) => valueWords(field, inner, serverWords)).join(' / ');
  const entries = Object.entries<unknown>(Object(value));
  if (field === 'checks')
    return entries.map(([point, check]) => `${fieldName(point)}: ${checkWords(check)}`).join(', ') || '-';
  return entries.map(([key, inner]) => `${fieldName(key)} ${valueWords(key, inner, serverWords)}`).join(', ');
}

/** '이상 (북쪽 끝 10 cm 남음)'. */
function checkWords(check: unknown): string {
  const { answer, remark } = Object(check);
  return remark ? `${valueWords('answer', answer)} (${remark})` : valueWords('answer', answer);
}

/** Numbers that say nothing to a person. */
const meaningless: ReadonlySet<string> = new Set(['id', 'cropId']);

/** What fields contain, by their names, without what is empty. */
export function fieldFacts(fields: Readonly<Record<string, unknown>>): { label: string; value: string }[] {
  return Object.entries(fields)
    .filter(([name]) => !meaningless.has(name) && !hiddenFields.has(name))
    .map(([name, value]) => ({ label: fieldName(name), value: valueWords(name, value) }))
    .filter(({ value }) => value !== '-');
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function instantWords(iso: string): string {
  return formatDateTime(Date.parse(iso));
}

function numberWords(value: number): string {
  return Number.isInteger(value) ? formatNumber(value, 0) : String(value);
}
