import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../http/env.ts';
import type { LiveSession, Sessions } from './sessions.ts';

export const TOKEN_LIFE_S = 60 * 60;
const ISSUER = 'onsil';
const AUDIENCE = 'onsil-api';
const ALGORITHM = 'HS256';
/** Our own are a few hundred characters; nothing longer is worth hashing. */
const MAX_TOKEN_LENGTH = 2_048;

export type Tokens = {
  issue(session: Pick<LiveSession, 'sid' | 'userId' | 'login' | 'authority'>): Promise<string>;
  /** The caller behind a product token; undefined for one that is not ours, is too old, or whose session has ended. */
  callerOf(token: string | undefined): Promise<Caller | undefined>;
};

/**
 * The product token. Its signature proves that we issued it, the session row that it still counts: login and
 * authority are taken from the database, so a changed role holds from the next call on.
 */
export function createTokens(secret: string, sessions: Pick<Sessions, 'find'>, now: () => number): Tokens {
  // A key of its own, so that nothing signed for another purpose with the same secret passes for a token.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil product token', 32));

  const subjectOf = async (token: string): Promise<{ sid: unknown; sub: string | undefined } | undefined> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sid', 'sub'],
        currentDate: new Date(now()),
      });
      return { sid: payload.sid, sub: payload.sub };
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
      const subject = await subjectOf(token);
      if (typeof subject?.sid !== 'string') return undefined;
      const session = await sessions.find(subject.sid);
      if (!session || String(session.userId) !== subject.sub) return undefined;
      const { sid, userId, login, authority } = session;
      return { sid, userId, login, authority };
    },
  };
}
