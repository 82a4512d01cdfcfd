import * as z from 'zod/mini';
import { authCode } from '../menu/menu.ts';

/** ROLE_ADMINISTER may open /admin and every farm; ROLE_USER the own farms and those shared with them. */
export const userAuthorities = ['ROLE_ADMINISTER', 'ROLE_USER'] as const;
export const userAuthority = z.enum(userAuthorities);
export type UserAuthority = z.infer<typeof userAuthority>;

/**
 * Answer of `GET /api/auth/session` for a signed-in user (next-auth v4 wire format; `{}` for nobody). `jwtToken` goes
 * into the Authorization header of every API call and is never stored on the device. `urlMap` has the right on each
 * permitted page.
 */
export const session = z.object({
  user: z.object({ name: z.string(), email: z.optional(z.string()) }),
  /** When the session expires if it is not used, ISO instant. */
  expires: z.string(),
  jwtToken: z.string(),
  userId: z.string(),
  userAuthority,
  /** true until the user has saved their own information once. */
  isNew: z.boolean(),
  urlMap: z.record(z.string(), authCode),
  /** true while the password is a one-time password: every API call but `changePassword` is refused. */
  mustChangePassword: z.optional(z.literal(true)),
});
export type Session = z.infer<typeof session>;

/** `GET /api/auth/providers`: keyed by provider id. */
const providers = z.record(
  z.string(),
  z.object({ id: z.string(), name: z.string(), type: z.string(), signinUrl: z.string(), callbackUrl: z.string() }),
);
export type Providers = z.infer<typeof providers>;

export const AUTH_BASE_PATH = '/api/auth';
export const SIGN_IN_PATH = '/login';
/** The page to which users with a one-time password are redirected, whatever their rights. */
export const CHANGE_PASSWORD_PATH = '/change-password';
export const CREDENTIALS_PROVIDER = 'credentials';

/** A session ends this long after signing in (specification). */
export const SIGN_OUT_AFTER_MS = 3_600_000;
/** On a device that several people share, a session ends when nobody has used the device for this long. */
export const SHARED_IDLE_MS = 900_000;

/** localStorage key by which tabs announce session changes to each other (next-auth v4). */
export const SESSION_MESSAGE_KEY = 'nextauth.message';

/** Days for which a password made by an administrator or by the first start is accepted. */
export const ONE_TIME_PASSWORD_DAYS = 7;
