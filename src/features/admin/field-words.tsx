import { formatNumber } from '#src/lib/format-number.ts';

/** Names of fields as the log says them; what is not here is shown by its own name. */
const names: Record<string, string> = {
  farmName: '농장 이름',
  address: '주소',
  latitude: '위도',
  longitude: '경도',
  areaM2: '면적(㎡)',
  coUsers: '공동 사용자',
  isLeadFarm: '선도농가',
  itemCode: '품목 코드',
  itemsName: '품목 이름',
  variety: '품종',
  house: '동·밭',
  treeCount: '나무 수',
  plantedOn: '심은 날',
  budBreakOn: '발아일',
  cultivation: '재배 방식',
  status: '상태',
  farmIndex: '농장 번호',
  position: '순서',
  isRetired: '그만 쓰기',
  menuName: '메뉴 이름',
  rights: '권한',
  name: '이름',
  code: '부호',
  kind: '종류',
  place: '자리',
  note: '메모',
  type: '종류',
  areaName: '구역',
  intervalMs: '보내는 간격(ms)',
  plausibleMin: '믿을 수 있는 최저',
  plausibleMax: '믿을 수 있는 최고',
  enabled: '난방',
  mode: '방식',
  dayTargetC: '낮 목표(℃)',
  nightTargetC: '밤 목표(℃)',
  frostGuardC: '서리 막이(℃)',
  hysteresisC: '편차(℃)',
  bands: '시간대',
  phone: '전화번호',
  email: '이메일',
  authority: '역할',
  isDisabled: '사용 중지',
};

export function fieldName(field: string): string {
  return names[field] ?? field;
}

/** A value of any field, in a line. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  if (typeof value === 'number') return Number.isInteger(value) ? formatNumber(value, 0) : String(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(valueWords).join(', ');
  return Object.entries(Object(value))
    .map(([key, inner]) => `${fieldName(key)} ${valueWords(inner)}`)
    .join(' ');
}
