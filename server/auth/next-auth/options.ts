import type { VerifiedUser } from '../session/sessions.ts';
import type { AuthRequest } from './auth-request.ts';
import type { SetCookie } from './cookies.ts';

/** A user with a verified password, and cookies to set besides the session. */
export type SignInUser = VerifiedUser & { isEnabled: boolean; cookies?: readonly SetCookie[] };

/** Refuses a sign-in for a reason that the user may read. Any other error during sign-in is a bug. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
  /** Seconds for Retry-After; undefined when trying again does not help. */
  readonly retryAfterS: number | undefined;
  constructor(message: string, retryAfterS?: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

type CredentialsProvider = {
  type: 'credentials';
  id: string;
  name: string;
  /** Returns the user, or undefined for a wrong user id or password. Throws SignInRefused. */
  authorize?(request: AuthRequest): Promise<SignInUser | undefined>;
};
type EmailProvider = { type: 'email'; id: string; name: string };
export type Provider = CredentialsProvider | EmailProvider;

const adapterMethods = ['createVerificationToken', 'useVerificationToken', 'getUserByEmail'] as const;

/** The configuration of sign-in. A mistake in it answers every call below /api/auth with next-auth's error code. */
export type AuthOptions = {
  secret: string;
  /** The strategy by the name that next-auth gives it. Product calls carry a JWT with either. */
  session: { strategy: 'jwt' | 'database' };
  providers: readonly Provider[];
  adapter?: Partial<Record<(typeof adapterMethods)[number], unknown>>;
  /** Called after authorize: false refuses, a string redirects there. Throws SignInRefused. */
  signIn(user: SignInUser): Promise<boolean | string>;
};

const configCodes = [
  'NO_SECRET',
  'MISSING_NEXTAUTH_API_ROUTE_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
  'CALLBACK_CREDENTIALS_JWT_ERROR',
  'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  'EMAIL_REQUIRES_ADAPTER_ERROR',
  'MISSING_ADAPTER_METHODS_ERROR',
] as const;
export type ConfigCode = (typeof configCodes)[number];

/** The first mistake in the options, checked in the order of next-auth v4. */
export function problemWith({ secret, session, providers, adapter }: AuthOptions): ConfigCode | undefined {
  if (secret === '') return 'NO_SECRET';
  const credentials = providers.filter((provider) => provider.type === 'credentials');
  if (session.strategy === 'database' && credentials.length > 0 && credentials.length === providers.length) {
    return 'CALLBACK_CREDENTIALS_JWT_ERROR';
  }
  if (credentials.some(({ authorize }) => !authorize)) return 'CALLBACK_CREDENTIALS_HANDLER_ERROR';
  if (!providers.some(({ type }) => type === 'email')) return undefined;
  if (!adapter) return 'EMAIL_REQUIRES_ADAPTER_ERROR';
  return adapterMethods.some((method) => !adapter[method]) ? 'MISSING_ADAPTER_METHODS_ERROR' : undefined;
}
