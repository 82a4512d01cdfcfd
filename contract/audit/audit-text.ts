/** The page of what is managed is called by the noun and this. */
export const MANAGED_PAGE = / 관리$/;

/** What is done to all that is managed by a list; the noun stands before it. */
export const managedVerbWords = { create: '등록', update: '변경', delete: '삭제' } as const;
export type ManagedVerb = keyof typeof managedVerbWords;

/** What else can have been done, the first word naming the noun, and how the audit log says it. */
export const otherAuditWords = {
  'farm.update': '농장 정보 변경',
  'farm.restore': '농장 되살림',
  'farm.share': '공동 사용자 변경',
  'farm.leave': '함께 쓰기 그만둠',
  'farm.lead': '선도농가 지정 변경',
  'farm.weather': '기상 관측소 변경',
  'farm.stations': '농장 기상대 찾기',
  'farm.push': '기상대 전송 주소 만듦',
  'farm.push-revoke': '기상대 전송 주소 중지',
  'crop.restore': '작물 되살림',
  'device.key': '장치 키 발급',
  'device.revoke': '장치 키 중지',
  'device.drop-code': '쓰지 않는 값으로 정함',
  'device.reclaim-code': '쓰지 않는 값을 다시 씀',
  'sensor.move': '센서 옮김',
  'sensor.calibrate': '센서 보정',
  'calendar.update': '생육 달력 변경',
  'calendar.own': '농장 생육 목표 변경',
  'comment.create': '댓글 등록',
  'comment.update': '댓글 변경',
  'comment.delete': '댓글 삭제',
  'photo.add': '사진 올림',
  'photo.delete': '사진 삭제',
  'heat.update': '난방 설정 변경',
  'actuator.update': '장비 설정 변경',
  'control.override': '직접 조작',
  'control.release': '직접 조작 마침',
  'control.stop': '모두 정지',
  'control.go-on': '모두 정지 해제',
  'control.lock': '정비 잠금',
  'control.unlock': '정비 잠금 해제',
  'control.clear-trip': '차단 해제',
  'control.clear-rule': '멈춘 규칙 해제',
  'quality.exclude': '값 제외',
  'quality.lift': '값 제외 되돌림',
  'inspection.step': '점검 상태 변경',
  'inspection.calibrate': '점검에서 센서 보정',
  'user.create': '사용자 등록',
  'user.update': '사용자 정보 변경',
  'user.password': '비밀번호 변경',
  'user.sessions': '로그인 끊음',
  'menu.update': '메뉴와 권한 변경',
  'code.create': '품목 코드 등록',
  'code.update': '품목 코드 변경',
} as const;
