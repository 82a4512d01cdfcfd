import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import type { Store } from '../../db/open.ts';
import { findUserByLogin, normalLogin } from '../account/users.ts';
import type { AuthRequest } from '../next-auth/auth-request.ts';
import { SignInRefused, type SignInUser } from '../next-auth/options.ts';
import { hasLapsed } from '../password/one-time-password.ts';
import { verifyPassword } from '../password/password.ts';
import { QueueFull } from '../password/work-queue.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** Whoever is told at once to wait asks again at once: a crowd would keep the server busy with telling it. */
const HOLD_MS = 2_000;
/** So many are kept waiting for their refusal; it costs a socket each. */
const MAX_HELD = 1_000;

type Parts = {
  store: Store;
  limit: SignInLimit;
  browsers: KnownBrowsers;
  now(): number;
  pause(ms: number): Promise<unknown>;
};

/**
 * Checks user id and password. An unknown user and a wrong password take the same way and the same time; whoever
 * tries too often is told to wait, whether the account exists or not. What no account can be called is not tried.
 */
export function createAuthorize({ store, limit, browsers, now, pause }: Parts) {
  let held = 0;

  const holdBack = async (waitS: number): Promise<never> => {
    if (held < MAX_HELD) {
      held += 1;
      await pause(HOLD_MS).finally(() => {
        held -= 1;
      });
    }
    throw new SignInRefused(tooManyAttempts(waitS), waitS);
  };

  return async (request: AuthRequest): Promise<SignInUser | undefined> => {
    const { fields, address: network } = request;
    const login = normalLogin(fields.get('username') ?? fields.get('userId') ?? '');
    if (login === undefined) return undefined;
    const user = await findUserByLogin(store, login);
    const proven = { account: login.toLowerCase(), passwordHash: user?.passwordHash };
    const attempt = { ...proven, network, browser: browsers.find(request, proven) };
    const waitMs = limit.admit(attempt);
    if (waitMs > 0) return holdBack(Math.ceil(waitMs / 1000));

    const line = limit.isKnown(attempt) ? 'owner' : 'stranger';
    const isRight = await verifyPassword(user?.passwordHash, fields.get('password') ?? '', line).catch((error) => {
      if (!(error instanceof QueueFull)) throw error;
      limit.takeBack(attempt);
      return holdBack(QueueFull.RETRY_AFTER_S);
    });
    if (!user || !isRight) return undefined;
    limit.succeeded(attempt);
    // Told to who has the password alone, and only then.
    if (hasLapsed(user.oneTimeIssuedAt, now())) throw new SignInRefused('OneTimePasswordExpired');
    return { ...user, cookies: [browsers.note(request, proven)] };
  };
}
