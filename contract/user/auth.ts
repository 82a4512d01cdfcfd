import * as z from 'zod/mini';
import { authCode } from '../menu/menu.ts';

/** ROLE_ADMINISTER opens /admin and every farm; ROLE_USER what is their own or shared with them. */
export const userAuthorities = ['ROLE_ADMINISTER', 'ROLE_USER'] as const;
export const userAuthority = z.enum(userAuthorities);
export type UserAuthority = z.infer<typeof userAuthority>;

/**
 * What `GET /api/auth/session` answers for a signed-in user (next-auth v4 wire format; nobody signed in is `{}`).
 * `jwtToken` goes into the Authorization header of every product call and is never stored on the device.
 * `urlMap` says per permitted page what the user may do there.
 */
export const session = z.object({
  user: z.object({ name: z.string(), email: z.optional(z.string()) }),
  /** When the session ends unless it is used, ISO instant. */
  expires: z.string(),
  jwtToken: z.string(),
  userId: z.string(),
  userAuthority,
  /** True until the user has saved their own information once. */
  isNew: z.boolean(),
  urlMap: z.record(z.string(), authCode),
  /** True while the password is one that somebody else made: every product call but `changePassword` is refused. */
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
/** Where whoever has a one-time password is led, whatever they may open otherwise. */
export const CHANGE_PASSWORD_PATH = '/change-password';
export const CREDENTIALS_PROVIDER = 'credentials';

/** The specification signs a user out this long after signing in. */
export const SIGN_OUT_AFTER_MS = 3_600_000;

/** localStorage key by which tabs tell each other of session changes (next-auth v4). */
export const SESSION_MESSAGE_KEY = 'nextauth.message';

/** A password made by an administrator, or by the server for the first one, is accepted for so many days. */
export const ONE_TIME_PASSWORD_DAYS = 7;
