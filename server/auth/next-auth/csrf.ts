import { createHash, randomBytes } from 'node:crypto';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';

type CsrfState = {
  token: string;
  /** True only for a POST whose body repeats the token of a cookie with a valid hash. */
  isVerified: boolean;
  /** The cookie to set when the request had no valid one; else undefined. */
  cookieValue: string | undefined;
};

/** Double submit as next-auth v4 does it: the cookie is `token|sha256hex(token + secret)`, the body repeats the token. */
export function checkCsrf(
  secret: string,
  {
    cookieValue,
    bodyToken,
    isPost,
  }: { cookieValue: string | undefined; bodyToken: string | undefined; isPost: boolean },
): CsrfState {
  const [token = '', hash = ''] = cookieValue?.split('|') ?? [];
  if (cookieValue !== undefined && constantTimeEqual(hash, csrfHash(token, secret))) {
    return { token, isVerified: isPost && constantTimeEqual(bodyToken ?? '', token), cookieValue: undefined };
  }
  const fresh = randomBytes(32).toString('hex');
  return { token: fresh, isVerified: false, cookieValue: `${fresh}|${csrfHash(fresh, secret)}` };
}

export function csrfHash(token: string, secret: string): string {
  return createHash('sha256').update(`${token}${secret}`).digest('hex');
}
