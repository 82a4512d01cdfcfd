import type { VerifiedUser } from '../session/sessions.ts';
import type { AuthRequest } from './auth-request.ts';
import type { SetCookie } from './cookies.ts';

/** Who has proved their password, and what their browser is given besides the session. */
export type SignInUser = VerifiedUser & { isEnabled: boolean; cookies?: readonly SetCookie[] };

/** Sign-in is refused for a reason the user may read; any other error thrown on the way is a fault of ours. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
  /** Seconds for Retry-After, where trying again later may help. */
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
  /** The user, undefined for a wrong pair. Throws SignInRefused. */
  authorize?(request: AuthRequest): Promise<SignInUser | undefined>;
};
type EmailProvider = { type: 'email'; id: string; name: string };
export type Provider = CredentialsProvider | EmailProvider;

const adapterMethods = ['createVerificationToken', 'useVerificationToken', 'getUserByEmail'] as const;

/** What sign-in is made of. A mistake in it stops every call below /api/auth with the protocol's own code. */
export type AuthOptions = {
  secret: string;
  /** What the protocol calls the strategy: product calls carry a JWT, whatever is behind the cookie. */
  session: { strategy: 'jwt' | 'database' };
  providers: readonly Provider[];
  adapter?: Partial<Record<(typeof adapterMethods)[number], unknown>>;
  /** After authorize: false refuses, a string sends there instead. Throws SignInRefused. */
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

/** The first thing wrong with the options, in the order in which next-auth v4 looks. */
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
