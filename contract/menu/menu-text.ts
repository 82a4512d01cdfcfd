/** Messages when a change of the menu is refused. */
export const menuProblems = {
  lockedOut: '관리자에게서 이 메뉴를 숨기면 아무도 권한을 되돌릴 수 없습니다.',
} as const;
