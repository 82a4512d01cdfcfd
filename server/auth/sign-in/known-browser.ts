import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { DAY_MS } from '#contract/time/time.ts';
import { AUTH_BASE_PATH } from '#contract/user/auth.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import { type Cookies, type SetCookie, setCookie } from '../next-auth/cookies.ts';

/** Long enough for a grower who comes back after a season. */
const KEPT_MS = 180 * DAY_MS;
/** The most recent accounts that one browser remembers; a tablet of a farm may have several users. */
const MAX_ACCOUNTS = 5;
/** `nonce.time.mac`, as `note` makes it. */
const ENTRY = /^[\w-]{16}\.[0-9a-z]{1,10}\.[\w-]{43}$/;

/** The normalised login in lower case and the account's current password hash; undefined where there is no account. */
export type ProvenAccount = { account: string; passwordHash: string | undefined };

/**
 * A browser that has signed in to an account keeps a signed proof of it in a cookie, so that the failures of strangers
 * do not make it wait. The proof does not replace the password and does not name the account. A new password
 * invalidates it, so that someone who knew the old password cannot guess the new one with several proofs.
 */
export type KnownBrowsers = {
  /** The key to count this browser's attempts under; undefined when it has no valid proof for the account. */
  find(browser: BrowserCookies, proven: ProvenAccount): string | undefined;
  /** The cookie to set after a successful sign-in. */
  note(browser: BrowserCookies, proven: ProvenAccount): SetCookie;
};

type BrowserCookies = { cookies: Cookies; isSecure: boolean };

export function knownBrowserCookie(isSecure: boolean): string {
  return `${isSecure ? '__Secure-' : ''}onsil.known-browser`;
}

export function createKnownBrowsers(secret: string, now: () => number): KnownBrowsers {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil known browser', 32));
  const macOf = (stem: string, { account, passwordHash = '' }: ProvenAccount) =>
    createHmac('sha256', key).update(`${stem}\n${account}\n${passwordHash}`).digest('base64url');

  const entriesIn = ({ cookies, isSecure }: BrowserCookies): string[] =>
    (cookies[knownBrowserCookie(isSecure)] ?? '')
      .split('~')
      .slice(0, MAX_ACCOUNTS)
      .filter((entry) => ENTRY.test(entry));
  const proves = (entry: string, proven: ProvenAccount): boolean => {
    const at = entry.lastIndexOf('.');
    return constantTimeEqual(entry.slice(at + 1), macOf(entry.slice(0, at), proven));
  };

  return {
    find(browser, proven) {
      const entry = entriesIn(browser).find((one) => proves(one, proven));
      const [nonce, since = ''] = entry?.split('.') ?? [];
      return now() - Number.parseInt(since, 36) < KEPT_MS ? nonce : undefined;
    },
    note(browser, proven) {
      const { isSecure } = browser;
      const others = entriesIn(browser).filter((entry) => !proves(entry, proven));
      const stem = `${randomBytes(12).toString('base64url')}.${now().toString(36)}`;
      const value = [`${stem}.${macOf(stem, proven)}`, ...others].slice(0, MAX_ACCOUNTS).join('~');
      const cookie = setCookie(knownBrowserCookie(isSecure), value, isSecure, new Date(now() + KEPT_MS));
      return { ...cookie, options: { ...cookie.options, path: AUTH_BASE_PATH } };
    },
  };
}
