import { ONE_TIME_PASSWORD_DAYS } from './auth.ts';

/** Texts about signing in, for the sign-in page and the few pages that the server renders. */

const byCode = {
  CredentialsSignin: '아이디 또는 비밀번호가 올바르지 않습니다. 확인하고 다시 입력해 주세요.',
  SessionRequired: '로그인이 필요한 화면입니다. 로그인해 주세요.',
  TimedOut: '한 시간이 지나 로그아웃했습니다. 이 기기에 저장된 기록은 그대로 있습니다.',
  LeftAlone: '15분 동안 쓰지 않아 로그아웃했습니다. 이 기기에 저장된 기록은 그대로 있습니다.',
  CLIENT_FETCH_ERROR: '서버에 연결할 수 없습니다. 연결을 확인하고 다시 시도해 주세요.',
  AccessDenied: '사용이 중지된 계정입니다. 관리자에게 문의해 주세요.',
  OneTimePasswordExpired: `임시 비밀번호의 기한(${ONE_TIME_PASSWORD_DAYS}일)이 지났습니다. 관리자에게 새 비밀번호를 받아 주세요.`,
  Configuration: '서버 설정에 문제가 있어 로그인할 수 없습니다. 관리자에게 알려 주세요.',
  STORAGE_FULL: '서버의 저장 공간이 가득 차서 로그인할 수 없습니다. 관리자에게 알려 주세요.',
  DATABASE_UNAVAILABLE: '서버가 저장된 내용을 읽지 못해 로그인할 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  INTERNAL: '서버에 문제가 있어 로그인하지 못했습니다. 잠시 뒤에 다시 시도해 주세요.',
  Verification: '사용할 수 없는 링크입니다. 이미 사용했거나 기한이 지났습니다. 다시 로그인해 주세요.',
} as const;

const otherwise = '로그인하지 못했습니다. 다시 시도해 주세요.';

const tooMany = { before: '로그인 시도가 너무 많습니다. ', after: ' 뒤에 다시 시도해 주세요.' } as const;
const tooManyPattern = new RegExp(`^${tooMany.before}\\d{1,4}(초|분)${tooMany.after}$`);

/** Shown while sign-in is throttled; from 60 s on in whole minutes, rounded up. */
export function tooManyAttempts(waitS: number): string {
  const wait = waitS < 60 ? `${waitS}초` : `${Math.ceil(waitS / 60)}분`;
  return `${tooMany.before}${wait}${tooMany.after}`;
}

/**
 * The message for the `error` of a sign-in: a code, or the sentence of `tooManyAttempts`. Anything else gives the
 * general message, so that a link cannot put its own words on the page.
 */
export function signInErrorText(error: string): string {
  if (tooManyPattern.test(error)) return error;
  return Object.entries(byCode).find(([code]) => code === error)?.[1] ?? otherwise;
}

/** Texts of the server's own pages below /api/auth. */
export const authPageWords = {
  signInFailed: '로그인할 수 없습니다',
  serverProblem: '서버 설정 오류',
  toSignIn: '로그인 화면으로 이동',
  signOutTitle: '로그아웃',
  signOutQuestion: '이 기기에서 로그아웃합니다.',
  signOutButton: '로그아웃',
} as const;

/** Printed once at the first start of an empty installation, and again after the password expired unused. */
export function firstAdministratorNotice(login: string, password: string): string {
  return `첫 관리자 계정입니다. 아이디: ${login}  임시 비밀번호: ${password}  (다시 표시하지 않습니다. ${ONE_TIME_PASSWORD_DAYS}일 안에 로그인해 바꿔 주세요.)`;
}
