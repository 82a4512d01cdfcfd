import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

// The app's Content Security Policy forbids eval. Left alone, zod probes for it when the first object schema is
// made and the browser reports a violation, so this stands before every schema: all of contract/ imports this file.
z.config({ jitless: true });

/**
 * Who may call. `user` is anyone signed in; the farm rights are checked against one farm:
 * `read` for owner, co-users and administrators, `write` for owner, writing co-users and
 * administrators, `own` for owner and administrators. `device` calls with a device key.
 */
type Who = 'anyone' | 'user' | 'administrator' | 'farm:read' | 'farm:write' | 'farm:own' | 'device';

/**
 * How an endpoint behaves without a network; the worker and the outbox read it here.
 * boot: answered from the device at once, refreshed behind. live: network first, then the device with its age.
 * reference: from the device at once, checked with the server by ETag. tiles: composed from time tiles.
 * online-only: never kept. outbox: a write that is kept and sent later. now-or-never: refused offline,
 * because sent late it would do harm (equipment, sign-in).
 */
export type OfflinePolicy = 'boot' | 'live' | 'reference' | 'tiles' | 'online-only' | 'outbox' | 'now-or-never';

export type Schema = z.ZodMiniType;

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` where a parameter stands, as the specification writes them. */
  path: string;
  who: Who;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /**
   * The menu page a write belongs to: the caller's role must be allowed to write there (AUTH_WRITE, or AUTH_ALLOW
   * where the page has no children), besides what `who` asks.
   */
  page: string | undefined;
  /** Besides the codes any endpoint may answer. */
  errors: readonly ErrorCode[];
  offline: OfflinePolicy;
  /** One line for readers and for the printed API description. */
  about: string;
};

/** An index in a path or a query: digits only, so that one thing has one address. */
export const indexParam = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text: string) => Number(text)),
);

const nothing = z.object({});

/**
 * Declares an endpoint; what is left out takes nothing. Declaring does nothing, so that a bundle holds only the
 * endpoints it calls.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Answer extends Schema,
  Params extends Schema = typeof nothing,
  Query extends Schema = typeof nothing,
  Body extends Schema = typeof nothing,
>(
  declared: Pick<Endpoint, 'method' | 'path' | 'who' | 'offline' | 'about'> & {
    answer: Answer;
    params?: Params;
    query?: Query;
    body?: Body;
    page?: string;
    errors?: readonly ErrorCode[];
  },
): Endpoint<Params, Query, Body, Answer> {
  return {
    errors: [],
    page: undefined,
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    ...declared,
  };
}

export type ParamsOf<E extends Endpoint> = z.infer<E['params']>;
export type QueryOf<E extends Endpoint> = z.infer<E['query']>;
export type BodyOf<E extends Endpoint> = z.infer<E['body']>;
export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>;

/** Fills `{name}` in the path from params and appends the query, its keys sorted so that equal asks give equal URLs. */
export function urlOf(
  target: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.keys(query)
    .sort()
    .map((name) => [name, query[name]] as const)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join('&');
  return search ? `${path}?${search}` : path;
}

/** Whether a pathname is one of this endpoint's. */
export function matchesPath(target: Pick<Endpoint, 'path'>, pathname: string): boolean {
  const asked = pathname.split('/');
  const own = target.path.split('/');
  return own.length === asked.length && own.every((part, at) => part.startsWith('{') || part === asked[at]);
}
