import * as z from 'zod/mini';
import type { Page } from '../menu/data-menu.ts';
import type { ErrorCode } from './errors.ts';
import type { OfflinePolicy } from './offline-policies.ts';

// The app's Content Security Policy forbids eval. By default zod tests for it when the first object schema is created,
// and the browser reports a violation. All of contract/ imports this file, so this runs before every schema.
z.config({ jitless: true });

/**
 * Who may call. `user` is anyone signed in; the farm rights are checked against the farm of the call: `read` for owner,
 * co-users and administrators, `write` for owner, writing co-users and administrators, `own` for owner and
 * administrators. `device` calls with a device key.
 */
type Who = 'anyone' | 'user' | 'administrator' | FarmWho | 'device';
type FarmWho = 'farm:read' | 'farm:write' | 'farm:own';

/** Things that belong to exactly one farm and so determine it. `sensor` is any channel, actuators included. */
export type FarmVia = 'device' | 'sensor' | 'crop' | 'exclusion' | 'observation' | 'inspection' | 'command' | 'rule';

/**
 * Where the input names a farm: by its index, or `via` the index (or a list of indexes) of a thing that belongs to it.
 * `orStation`: may be a weather station, readable for users of a farm that uses it. `orEverybody`: may be EVERYBODY,
 * where every signed-in user may read and write.
 */
export type FarmRef = {
  from: 'params' | 'query' | 'body';
  name: string;
  via?: FarmVia;
  orStation?: true;
  orEverybody?: true;
};

/** Takes the place of a farm index for things that concern all farms. */
export const EVERYBODY = 0;

/**
 * The menu pages of a call: the caller's role needs a right on one of them, read for a GET and write for anything else.
 * `any`: open to every signed-in user, for calls of the frame around all pages.
 */
type Pages = Page | readonly [Page, Page, ...Page[]] | 'any';

export type Schema = z.ZodMiniType;

/** Outbox metadata of a write that may wait on the device; the service worker sends it without the contract. */
export type OutboxRules<Input = { params: unknown; query: unknown; body: unknown }> = {
  /** Name of the thing in the list of unsent writes: '작물'. */
  noun: string;
  /** Words by which the user recognises the thing in that list. Empty ones are left out. */
  summary(input: Input): readonly (string | null | undefined)[];
  /**
   * The lane of the thing (`laneOf('crop', id)`): writes in a lane are sent in order, and a blocked lane does not hold
   * up others. undefined: no other write can concern the thing before the server has it.
   */
  lane(input: Input): string | undefined;
  /** Lanes of things whose creation must be sent first. */
  after?(input: Input): readonly string[];
  /** false for input that may only be sent online. */
  mayWait?(input: Input): boolean;
  /**
   * Migrations of stored bodies to the next version: [from 1 to 2, from 2 to 3, …]. Released ones have to stay, because
   * a phone may be offline for as long as answers are kept for repeats.
   */
  upgrades?: readonly ((body: unknown) => unknown)[];
};

/** The lane of a thing; owners of photos use their kind ('observation', 'inspection', 'post', 'comment'). */
export const laneOf = (thing: string, id: string | number) => `${thing}:${id}`;

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for each parameter. */
  path: string;
  who: Who;
  /** The farms on which the caller needs the right in `who`; all of them when there are several. */
  farm: 'none' | FarmRef | readonly FarmRef[];
  /** undefined for calls of anyone, of administrators (whose pages are below /admin) and of devices. */
  page: Pages | undefined;
  params: Params;
  query: Query;
  body: Body;
  /** Media type of the body: JSON, or one picture, for which `body` is the schema of its bytes. */
  takes: 'application/json' | 'image/*';
  /** Schema of the answer; for a stream of each event, for a picture of its bytes. */
  answer: Answer;
  media: 'application/json' | 'text/event-stream' | 'image/webp';
  /** Status of a successful answer. */
  status: 200 | 201;
  /** false: may be called with a one-time password, too; otherwise the answer is PASSWORD_CHANGE_REQUIRED. */
  needsOwnPassword: boolean;
  /** In addition to the codes that any endpoint may answer. */
  errors: readonly ErrorCode[];
  offline: OfflinePolicy;
  /** Present exactly for the policy `outbox`. */
  outbox: OutboxRules | undefined;
  /** One line for readers and for the OpenAPI description. */
  about: string;
};

/** An index in a path or a query: digits only, without leading zeros, so that each resource has one URL. */
export const indexParam = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text: string) => Number(text)),
);

const nothing = z.object({});

/** Property names of a schema's object; never for the empty one. */
type NameIn<S extends Schema> = string extends keyof z.infer<S> ? never : keyof z.infer<S> & string;

/** A `FarmRef` to an existing field. */
type FarmRefIn<Params extends Schema, Query extends Schema, Body extends Schema> =
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'params'; name: NameIn<Params> })
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'query'; name: NameIn<Query> })
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'body'; name: NameIn<Body> });

/** Authority fields; an endpoint without those that its `who` needs does not compile. */
type Authority<Ref> =
  | { who: 'anyone' | 'administrator' | 'device'; farm: 'none'; page?: never }
  | { who: 'user'; farm: 'none'; page: Pages }
  | { who: FarmWho; farm: Ref | readonly Ref[]; page: Pages };

/** Outbox fields; an outbox write without them does not compile. */
type Waiting<Policy extends OfflinePolicy, Input> = 'outbox' extends Policy
  ? { offline: Policy; outbox: OutboxRules<Input> }
  : { offline: Policy; outbox?: never };

/**
 * Declares an endpoint; fields that are left out accept nothing. It has no side effects, so that a bundle contains only
 * the endpoints it calls.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Answer extends Schema,
  const Policy extends OfflinePolicy,
  Params extends Schema = typeof nothing,
  Query extends Schema = typeof nothing,
  Body extends Schema = typeof nothing,
>(
  declared: Pick<Endpoint, 'method' | 'path' | 'about'> &
    Waiting<Policy, { params: z.infer<Params>; query: z.infer<Query>; body: z.infer<Body> }> &
    Authority<FarmRefIn<Params, Query, Body>> & {
      answer: Answer;
      params?: Params;
      query?: Query;
      body?: Body;
      takes?: Endpoint['takes'];
      media?: Endpoint['media'];
      status?: Endpoint['status'];
      needsOwnPassword?: boolean;
      errors?: readonly ErrorCode[];
    },
): Endpoint<Params, Query, Body, Answer> & { offline: Policy } {
  return {
    errors: [],
    takes: 'application/json',
    media: 'application/json',
    status: 200,
    needsOwnPassword: true,
    page: undefined,
    outbox: undefined,
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

/**
 * Fills `{name}` in the path from params and appends the query; keys are sorted, so that equal calls give equal URLs.
 */
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

/** Whether a pathname belongs to this endpoint. */
export function matchesPath(target: Pick<Endpoint, 'path'>, pathname: string): boolean {
  const asked = pathname.split('/');
  const own = target.path.split('/');
  return own.length === asked.length && own.every((part, at) => part.startsWith('{') || part === asked[at]);
}
