/**
 * The menu of a new installation; an administrator may change it later. Ids never change their meaning. Groups used
 * daily come first, since the bar of a desktop folds the last ones under 더보기. The pages listed here are those whose
 * calls the rights of the menu restrict.
 */
export const builtInMenu = [
  {
    id: 1,
    name: '모니터링',
    icon: 'monitor',
    items: [
      {
        id: 11,
        name: '한눈에 보기',
        url: '/cms/dashboard',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 12,
        name: '센서 기록',
        url: '/cms/monitor/record',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 13,
        name: '선도농가 비교',
        url: '/cms/monitor/lead-farm',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 14,
        name: '습도 관리',
        url: '/cms/monitor/humidity',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 15,
        name: '내부 환경 통계',
        url: '/cms/monitor/statistics',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 16,
        name: '센서 상태',
        url: '/cms/monitor/quality',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
    ],
  },
  {
    id: 6,
    name: '날씨',
    icon: 'weather',
    items: [
      {
        id: 61,
        name: '예보',
        url: '/cms/weather/forecast',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 62,
        name: '안팎 비교',
        url: '/cms/weather/compare',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 63,
        name: '해와 달',
        url: '/cms/weather/sky',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
    ],
  },
  {
    id: 4,
    name: '제어',
    icon: 'control',
    items: [
      {
        id: 41,
        name: '난방 설정',
        url: '/cms/control/heat-settings',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 47,
        name: '직접 조작',
        url: '/cms/control/operate',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 48,
        name: '판단 기록',
        url: '/cms/control/log',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 49,
        name: '장비 설정',
        url: '/cms/control/equipment',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 42,
        name: '센서 관수',
        url: '/cms/control/water-sensor-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 43,
        name: '시간 관수',
        url: '/cms/control/water-time-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 44,
        name: '목표 예약',
        url: '/cms/control/reservation-target-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 45,
        name: '복합 예약',
        url: '/cms/control/reservation-composite-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 46,
        name: '온실가스 예약',
        url: '/cms/control/reservation-ghg-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
    ],
  },
  {
    id: 2,
    name: '농장',
    icon: 'farm',
    items: [
      {
        id: 21,
        name: '농장 관리',
        url: '/cms/farm/farm-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 22,
        name: '작물 관리',
        url: '/cms/farm/crop-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
    ],
  },
  {
    id: 3,
    name: '장치',
    icon: 'device',
    items: [
      {
        id: 31,
        name: '장치 관리',
        url: '/cms/device/device-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 32,
        name: '센서 관리',
        url: '/cms/device/sensor-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
      {
        id: 33,
        name: '점검 관리',
        url: '/cms/device/inspection-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
    ],
  },
  {
    id: 7,
    name: '생육',
    icon: 'growing',
    items: [
      {
        id: 71,
        name: '생육 시기',
        url: '/cms/growth/season',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
      {
        id: 72,
        name: '생육 조사',
        url: '/cms/growth/growing-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
    ],
  },
  {
    id: 8,
    name: '게시판',
    icon: 'board',
    items: [
      {
        id: 81,
        name: '게시글 관리',
        url: '/cms/board/board-manage',
        rights: { ROLE_ADMINISTER: 'AUTH_WRITE', ROLE_USER: 'AUTH_WRITE' },
      },
    ],
  },
  {
    id: 5,
    name: '내 정보',
    icon: 'person',
    items: [
      {
        id: 51,
        name: '내 정보',
        url: '/cms/my-page/edit-user-info',
        rights: { ROLE_ADMINISTER: 'AUTH_ALLOW', ROLE_USER: 'AUTH_ALLOW' },
      },
    ],
  },
  {
    id: 9,
    name: '관리',
    icon: 'admin',
    items: [
      { id: 91, name: '사용자', url: '/admin/users', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 92, name: '메뉴와 권한', url: '/admin/menus', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 93, name: '품목 코드', url: '/admin/item-codes', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 94, name: '선도농가', url: '/admin/lead-farms', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 95, name: '변경 기록', url: '/admin/audit', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 96, name: '삭제한 농장과 작물', url: '/admin/deleted', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 97, name: '날씨 서비스', url: '/admin/weather-services', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
      { id: 98, name: '생육 달력', url: '/admin/growth-calendar', rights: { ROLE_ADMINISTER: 'AUTH_ALLOW' } },
    ],
  },
] as const;

/** A page of the menu, without those below /admin, which only administrators may open. */
export type MenuPage = Exclude<(typeof builtInMenu)[number]['items'][number]['url'], `/admin/${string}`>;

/** A page that manages a list (`-manage`) also has `-create` and `-edit`. */
type FamilyOf<Listed> = Listed extends `${infer Family}-manage` ? Family : never;

/** The URL of a page whose calls the rights of the menu restrict. */
export type Page = MenuPage | `${FamilyOf<MenuPage>}-${'create' | 'edit'}`;
