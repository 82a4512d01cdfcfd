import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import type { Store } from '../../db/open.ts';
import { findUserByLogin, normalLogin } from '../account/users.ts';
import type { AuthRequest } from '../next-auth/auth-request.ts';
import { SignInRefused, type SignInUser } from '../next-auth/options.ts';
import { hasLapsed } from '../password/one-time-password.ts';
import { verifyPassword } from '../password/password.ts';
import { QueueFull } from '../password/work-queue.ts';
import type { AttemptMemory } from './attempt-memory.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { type Attempt, createKnownNetworks, createSignInLimit, keysOf, type SignInLimit } from './sign-in-limit.ts';

/** Delays the refusal: clients that are refused at once try again at once and would keep the server busy. */
const HOLD_MS = 2_000;
/** How many refusals are delayed at a time; each holds a socket open. */
const MAX_HELD = 1_000;

type Parts = {
  store: Store;
  attempts: AttemptMemory;
  browsers: KnownBrowsers;
  now(): number;
  pause(ms: number): Promise<unknown>;
};

/**
 * Checks user id and password. An unknown user takes the same path and the same time as a wrong password. Too many
 * attempts must wait, whether the account exists or not. A login that no account can have is not checked.
 */
export function createAuthorize({ store, attempts: memory, browsers, now, pause }: Parts) {
  let held = 0;
  const known = createKnownNetworks(now);
  const limited = async <Result>(attempt: Attempt, act: (limit: SignInLimit) => Result): Promise<Result> =>
    memory.among(keysOf(attempt), (attempts) => act(createSignInLimit(now, attempts, known)));

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
    const { waitMs, isKnown } = await limited(attempt, (limit) => {
      return { waitMs: limit.admit(attempt), isKnown: limit.isKnown(attempt) };
    });
    if (waitMs > 0) return holdBack(Math.ceil(waitMs / 1000));

    const priority = isKnown ? 'owner' : 'stranger';
    const isRight = await verifyPassword(user?.passwordHash, fields.get('password') ?? '', priority).catch(
      async (error) => {
        if (!(error instanceof QueueFull)) throw error;
        await limited(attempt, (limit) => limit.takeBack(attempt));
        return holdBack(QueueFull.RETRY_AFTER_S);
      },
    );
    if (!user || !isRight) return undefined;
    await limited(attempt, (limit) => limit.succeeded(attempt));
    // Only a caller with the right password may learn this.
    if (hasLapsed(user.oneTimeIssuedAt, now())) throw new SignInRefused('OneTimePasswordExpired');
    return { ...user, cookies: [browsers.note(request, proven)] };
  };
}
