import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import type { Store } from '../db/open.ts';
import type { Fields } from './auth-request.ts';
import { SignInRefused, type SignInUser } from './options.ts';
import { verifyPassword } from './password.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { findUserByLogin, normalLogin } from './users.ts';

/**
 * Checks user id and password. An unknown user and a wrong password take the same way and the same time; whoever
 * tries too often is told to wait, whether the account exists or not. What no account can be called is not tried.
 */
export function createAuthorize(store: Store, limit: SignInLimit) {
  return async (fields: Fields, address: string): Promise<SignInUser | undefined> => {
    const login = normalLogin(fields.get('username') ?? fields.get('userId') ?? '');
    if (login === undefined) return undefined;
    const account = login.toLowerCase();
    const waitMs = limit.admit(account, address);
    if (waitMs > 0) throw new SignInRefused(tooManyAttempts(Math.ceil(waitMs / 1000)));

    const user = await findUserByLogin(store, login);
    const isRight = await verifyPassword(user?.passwordHash, fields.get('password') ?? '');
    if (!user || !isRight) return undefined;
    limit.succeeded(account, address);
    return { userId: user.userId, isEnabled: user.isEnabled };
  };
}
