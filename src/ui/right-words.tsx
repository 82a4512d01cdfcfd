import type { AuthCode } from '#contract/menu/menu.ts';

/** Texts of the rights of a role on a menu entry. */
export const codeWords = { AUTH_ALLOW: '열기', AUTH_WRITE: '보고 고치기', AUTH_READ: '보기만' } as const;

export function rightWords(code: AuthCode | null): string {
  return code === null ? '숨김' : codeWords[code];
}
