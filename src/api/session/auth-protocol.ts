import * as z from 'zod/mini';
import { AUTH_BASE_PATH, type Session, session } from '#contract/user/auth.ts';
import { isFromOwnServer } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Timers } from '#src/offline/timers.ts';
import { NoAnswerError } from '../call/errors.ts';

/** Timeout of one step of signing in or out, ms. */
const LIMIT_MS = 15_000;
/** A response that takes longer than this already counts as a slow connection, ms. */
const SLOW_MS = 2_500;

/** The server's answer to who is signed in. */
export type SessionAnswer =
  | { kind: 'session'; session: Session }
  | { kind: 'none' }
  | { kind: 'no-answer'; reason: NoAnswerReason };

/**
 * The result of signing in. `error` is CredentialsSignin, AccessDenied, a sentence of the server (too many attempts),
 * CLIENT_FETCH_ERROR (server not reached), MissingCSRF or an error code of the server; null on success.
 */
export type SignInResult = { ok: boolean; status: number; error: string | null; url: string | null };

/** A result for the calling page, or an address to navigate to, as the protocol demands. */
type SignInOutcome = { kind: 'result'; result: SignInResult } | { kind: 'leave'; to: string };

export type SignInFields = Record<string, string> & { callbackUrl: string };

type AuthPorts = {
  fetch: typeof fetch;
  origin(): string;
  timers: Timers;
  /** The device's clock, epoch ms. */
  deviceNow(): number;
  log(code: string, error: unknown, more?: Record<string, string>): void;
  /** Reads the server's clock from a response. */
  observe(headers: Headers, sentAt: number): void;
  /** Records how the request went, for the connection state. */
  report(reason: NoAnswerReason | null): void;
  /** Whether the server itself can be reached, to tell a missing sign-in service from a missing connection. */
  isServerUp(): Promise<boolean>;
};

type Heard = { status: number; ok: boolean; headers: Headers; value: unknown };

const path = (action: string) => `${AUTH_BASE_PATH}/${action}`;

/** The client's half of the next-auth v4 protocol (read from next-auth 4.24, packages/next-auth/src/react). */
export class AuthClient {
  readonly #ports: AuthPorts;

  constructor(ports: AuthPorts) {
    this.#ports = ports;
  }

  getSession(): Promise<SessionAnswer> {
    return this.#readSession(() => this.#exchange('session'));
  }

  /** Asks the server to rebuild the session from its database. */
  updateSession(data: unknown): Promise<SessionAnswer> {
    return this.#readSession(async () => {
      const body = JSON.stringify({ csrfToken: await this.#csrfToken(), data });
      return this.#exchange('session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    });
  }

  async signIn(provider: string | undefined, fields: SignInFields): Promise<SignInOutcome> {
    let at = 'providers';
    try {
      const { ok, value } = await this.#exchange('providers');
      const known = ok && typeof value === 'object' && value !== null ? Object.keys(value) : [];
      if (known.length === 0) throw new NoAnswerError('not-ours');
      if (provider === undefined || !known.includes(provider)) {
        return { kind: 'leave', to: `${path('signin')}?${new URLSearchParams({ callbackUrl: fields.callbackUrl })}` };
      }
      at = `callback/${provider}`;
      const { heard, url, isVerified } = await this.#postVerified(at, fields);
      if (!isVerified) return failed(heard.status, 'MissingCSRF');
      // If the sign-in service itself fails, the server returns an error code as for every other call.
      const error = url.searchParams.get('error') ?? (heard.ok ? null : textField(heard.value, 'code'));
      const isDone = heard.ok && error === null;
      return { kind: 'result', result: { ok: isDone, status: heard.status, error, url: isDone ? url.href : null } };
    } catch (error) {
      this.#ports.log('CLIENT_FETCH_ERROR', error, { url: path(at) });
      if (at === 'providers' && (await this.#ports.isServerUp())) return { kind: 'leave', to: path('error') };
      return failed(0, 'CLIENT_FETCH_ERROR');
    }
  }

  /** Ends the session on the server; returns the next address, or null when the server was not reached. */
  async signOut(callbackUrl: string): Promise<string | null> {
    try {
      const { heard, url, isVerified } = await this.#postVerified('signout', { callbackUrl });
      if (!heard.ok || !isVerified) throw new NoAnswerError('not-ours');
      return url.origin === this.#ports.origin() ? url.href : callbackUrl;
    } catch (error) {
      const isUnreached = error instanceof NoAnswerError && error.reason !== 'not-ours';
      // Without a connection the log cannot be reached either, and the timer retries repeatedly.
      if (!isUnreached) this.#ports.log('CLIENT_FETCH_ERROR', error, { url: path('signout') });
      return null;
    }
  }

  /** One request; throws NoAnswerError unless it returns JSON. */
  async #exchange(action: string, init: RequestInit = {}): Promise<Heard> {
    const { fetch, timers, deviceNow, report, observe } = this.#ports;
    const abort = new AbortController();
    let isLate = false;
    const cancel = timers.after(LIMIT_MS, () => {
      isLate = true;
      abort.abort();
    });
    const cancelSlow = timers.after(SLOW_MS, () => report('timeout'));
    const sentAt = deviceNow();
    try {
      const how = { redirect: 'error', cache: 'no-store', credentials: 'same-origin', signal: abort.signal } as const;
      const response = await fetch(path(action), { ...init, ...how });
      const { status, ok, headers } = response;
      if (isFromOwnServer(headers)) {
        observe(headers, sentAt);
        report(null);
      }
      if (!headers.get('Content-Type')?.includes('json')) throw new NoAnswerError('not-ours');
      return { status, ok, headers, value: await response.json() };
    } catch (cause) {
      const reason = isLate ? 'timeout' : 'offline';
      const failure = cause instanceof NoAnswerError ? cause : new NoAnswerError(reason, cause);
      // The delay was reported when it began.
      if (!isLate) report(failure.reason);
      throw failure;
    } finally {
      cancel();
      cancelSlow();
    }
  }

  async #csrfToken(): Promise<string> {
    const { value } = await this.#exchange('csrf');
    return textField(value, 'csrfToken') ?? '';
  }

  /** Posts again with a fresh CSRF token if the server refused the first: its cookie may just have been replaced. */
  async #postVerified(action: string, fields: Record<string, string>) {
    const post = async () => {
      const body = new URLSearchParams({ ...fields, csrfToken: await this.#csrfToken(), json: 'true' });
      const heard = await this.#exchange(action, { method: 'POST', body });
      const url = new URL(textField(heard.value, 'url') ?? '', this.#ports.origin());
      // The protocol returns 200 with a URL for a refused CSRF token, which looks like success.
      return { heard, url, isVerified: url.searchParams.get('csrf') !== 'true' };
    };
    const first = await post();
    return first.isVerified ? first : post();
  }

  async #readSession(action: () => Promise<Heard>): Promise<SessionAnswer> {
    const log = (code: string, error: unknown) => this.#ports.log(code, error, { url: path('session') });
    try {
      const { ok, headers, value, status } = await action();
      if (!ok) {
        log('CLIENT_FETCH_ERROR', new Error(`HTTP ${status}`));
        return { kind: 'no-answer', reason: isFromOwnServer(headers) ? 'offline' : 'not-ours' };
      }
      const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
      // "Nobody is signed in" locks the device, so it is accepted from our server only.
      if (isEmpty) return isFromOwnServer(headers) ? { kind: 'none' } : { kind: 'no-answer', reason: 'not-ours' };
      const parsed = z.safeParse(session, value);
      if (parsed.success) return { kind: 'session', session: parsed.data };
      log('CLIENT_SESSION_ERROR', parsed.error);
      return { kind: 'no-answer', reason: 'not-ours' };
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      // Without a connection the log cannot be reached either.
      if (error.reason === 'not-ours') log('CLIENT_FETCH_ERROR', error);
      return { kind: 'no-answer', reason: error.reason };
    }
  }
}

function failed(status: number, error: string): SignInOutcome {
  return { kind: 'result', result: { ok: false, status, error, url: null } };
}

function textField(value: unknown, name: string): string | null {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : null;
}
