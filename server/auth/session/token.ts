import { hkdfSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../../kernel/access/caller.ts';
import type { LiveSession, Sessions } from './sessions.ts';

const TOKEN_LIFE_S = 60 * 60;
const ISSUER = 'onsil';
const AUDIENCE = 'onsil-api';
const ALGORITHM = 'HS256';
/** Characters. Our own tokens have a few hundred, and a longer one is not worth hashing. */
const MAX_TOKEN_LENGTH = 2_048;
/** Tokens whose signature is cached: a few for each of many screens, in less than a megabyte. */
const MAX_REMEMBERED = 1_000;

export type Tokens = {
  issue(session: Pick<LiveSession, 'sid' | 'userId' | 'login' | 'authority'>): Promise<string>;
  /** The caller of a product token; undefined when it is not ours, is too old, or its session has ended. */
  callerOf(token: string | undefined): Promise<Caller | undefined>;
};

/**
 * The product token. Its signature proves that we issued it; the session row says whether it is still valid. Login and
 * authority come from the database on every call, so a changed role takes effect at once. Only the verified signature
 * is cached, because it cannot become invalid; the age is checked on every call.
 */
export function createTokens(secret: string, sessions: Pick<Sessions, 'find'>, now: () => number): Tokens {
  // A separate key, so that nothing signed for another purpose with the same secret passes as a token.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil product token', 32));

  const proven = new Map<string, JWTPayload>();

  const payloadOf = async (token: string): Promise<JWTPayload | undefined> => {
    const known = proven.get(token);
    if (known) {
      if (Number(known.exp) > Math.floor(now() / 1000)) return known;
      proven.delete(token);
      return undefined;
    }
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sid', 'sub'],
        currentDate: new Date(now()),
      });
      const [oldest] = proven.size < MAX_REMEMBERED ? [] : proven.keys();
      if (oldest !== undefined) proven.delete(oldest);
      proven.set(token, payload);
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };

  return {
    issue({ sid, userId, login, authority }) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ sid, login, role: authority })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFE_S)
        .sign(key);
    },

    async callerOf(token) {
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) return undefined;
      const payload = await payloadOf(token);
      if (typeof payload?.sid !== 'string') return undefined;
      const session = await sessions.find(payload.sid);
      if (!session || String(session.userId) !== payload.sub) return undefined;
      const { sid, userId, login, authority, mustChangePassword } = session;
      return { sid, userId, login, authority, mustChangePassword };
    },
  };
}
