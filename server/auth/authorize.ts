import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import type { Store } from '../db/open.ts';
import type { AuthRequest } from './auth-request.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { SignInRefused, type SignInUser } from './options.ts';
import { verifyPassword } from './password.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { findUserByLogin, normalLogin } from './users.ts';

/**
 * Checks user id and password. An unknown user and a wrong password take the same way and the same time; whoever
 * tries too often is told to wait, whether the account exists or not. What no account can be called is not tried.
 */
export function createAuthorize(store: Store, limit: SignInLimit, browsers: KnownBrowsers) {
  return async (request: AuthRequest): Promise<SignInUser | undefined> => {
    const { fields, address: network } = request;
    const login = normalLogin(fields.get('username') ?? fields.get('userId') ?? '');
    if (login === undefined) return undefined;
    const user = await findUserByLogin(store, login);
    const proven = { account: login.toLowerCase(), passwordHash: user?.passwordHash };
    const attempt = { ...proven, network, browser: browsers.find(request, proven) };
    const waitMs = limit.admit(attempt);
    if (waitMs > 0) throw new SignInRefused(tooManyAttempts(Math.ceil(waitMs / 1000)));

    const isRight = await verifyPassword(user?.passwordHash, fields.get('password') ?? '');
    if (!user || !isRight) return undefined;
    limit.succeeded(attempt);
    return { userId: user.userId, isEnabled: user.isEnabled, cookies: [browsers.note(request, proven)] };
  };
}
