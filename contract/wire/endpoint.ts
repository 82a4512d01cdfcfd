import * as z from 'zod/mini';
import type { Page } from '../menu/data-menu.ts';
import type { ErrorCode } from './errors.ts';
import type { OfflinePolicy } from './offline-policies.ts';

// The app's Content Security Policy forbids eval. Left alone, zod probes for it when the first object schema is
// made and the browser reports a violation, so this stands before every schema: all of contract/ imports this file.
z.config({ jitless: true });

/**
 * Who may call. `user` is anyone signed in; the farm rights are checked against the farm of the call: `read` for owner,
 * co-users and administrators, `write` for owner, writing co-users and administrators, `own` for owner and
 * administrators. `device` calls with a device key.
 */
type Who = 'anyone' | 'user' | 'administrator' | FarmWho | 'device';
type FarmWho = 'farm:read' | 'farm:write' | 'farm:own';

/** What belongs to exactly one farm, and can therefore stand for it. `sensor` is any channel, actuators included. */
export type FarmVia = 'device' | 'sensor' | 'crop' | 'exclusion' | 'observation' | 'inspection' | 'command' | 'rule';

/**
 * Where in the input a farm is named: by its own index, or `via` the index (or a list of indexes) of what is its.
 * `orStation`: a weather station may stand there, too; who may read a farm that goes by it may read it.
 * `orEverybody`: so may EVERYBODY, and whoever is signed in may read and write there.
 */
export type FarmRef = {
  from: 'params' | 'query' | 'body';
  name: string;
  via?: FarmVia;
  orStation?: true;
  orEverybody?: true;
};

/** Stands where a farm would for what belongs to none and concerns everybody. */
export const EVERYBODY = 0;

/**
 * The menu pages a call belongs to: the caller's role must have a right on one of them, to read for a GET and to write
 * for anything else. `any`: it belongs to no page alone (the frame around all of them) and is open to whoever is
 * signed in.
 */
type Pages = Page | readonly [Page, Page, ...Page[]] | 'any';

export type Schema = z.ZodMiniType;

/** What a write that may wait on the device says of itself; the worker sends it without knowing the contract. */
export type OutboxRules<Input = { params: unknown; query: unknown; body: unknown }> = {
  /** What it is about, as the list of what waits calls it: '작물'. */
  noun: string;
  /** What that list says of it besides, in the user's words: what a person knows it by. What is empty is left out. */
  summary(input: Input): readonly (string | null | undefined)[];
  /**
   * The thing it is about (`laneOf('crop', id)`): writes of one thing are sent one after the other as they were made,
   * and one that is stuck holds up no other thing. Undefined: nothing else can be about it before the server has it.
   */
  lane(input: Input): string | undefined;
  /** Things, named as lanes are, whose creation must have been sent before. */
  after?(input: Input): readonly string[];
  /** False for input that must be sent now or not at all. */
  mayWait?(input: Input): boolean;
  /**
   * How a body as earlier releases froze it becomes the next version's: [from 1 to 2, from 2 to 3, …]. One that was once
   * released stays, for a phone may have been without a signal as long as answers are kept for repeats.
   */
  upgrades?: readonly ((body: unknown) => unknown)[];
};

/** The name of a thing among lanes; what photos are on goes by its kind there ('observation', 'inspection', 'post', 'comment'). */
export const laneOf = (thing: string, id: string | number) => `${thing}:${id}`;

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
  /** The farms on which the caller needs the right that `who` names, all of them. */
  farm: 'none' | FarmRef | readonly FarmRef[];
  /** Undefined for calls of nobody, of administrators (theirs are below /admin) and of devices. */
  page: Pages | undefined;
  params: Params;
  query: Query;
  body: Body;
  /** The medium of the body: JSON, or the bytes of one picture, which `body` then is the schema of. */
  takes: 'application/json' | 'image/*';
  /** Of a stream: what each of its events holds. Of a picture: its bytes. */
  answer: Answer;
  media: 'application/json' | 'text/event-stream' | 'image/webp';
  /** Of an answer that is no refusal. */
  status: 200 | 201;
  /** False for what somebody with a one-time password may call, too; all else answers PASSWORD_CHANGE_REQUIRED. */
  needsOwnPassword: boolean;
  /** Besides the codes any endpoint may answer. */
  errors: readonly ErrorCode[];
  offline: OfflinePolicy;
  /** Of every write of the policy `outbox`, and of nothing else. */
  outbox: OutboxRules | undefined;
  /** One line for readers and for the printed API description. */
  about: string;
};

/** An index in a path or a query: digits only, so that one thing has one address. */
export const indexParam = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text: string) => Number(text)),
);

const nothing = z.object({});

/** Names in a schema's object; none where it takes nothing. */
type NameIn<S extends Schema> = string extends keyof z.infer<S> ? never : keyof z.infer<S> & string;

/** A `FarmRef` whose name exists. */
type FarmRefIn<Params extends Schema, Query extends Schema, Body extends Schema> =
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'params'; name: NameIn<Params> })
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'query'; name: NameIn<Query> })
  | (Omit<FarmRef, 'from' | 'name'> & { from: 'body'; name: NameIn<Body> });

/** What an endpoint has to say of authority; an endpoint that leaves out what its kind needs does not compile. */
type Authority<Ref> =
  | { who: 'anyone' | 'administrator' | 'device'; farm: 'none'; page?: never }
  | { who: 'user'; farm: 'none'; page: Pages }
  | { who: FarmWho; farm: Ref | readonly Ref[]; page: Pages };

/** What an endpoint has to say of its policy: a write that may wait names its thing, or does not compile. */
type Waiting<Policy extends OfflinePolicy, Input> = 'outbox' extends Policy
  ? { offline: Policy; outbox: OutboxRules<Input> }
  : { offline: Policy; outbox?: never };

/**
 * Declares an endpoint; what is left out takes nothing. Declaring does nothing, so that a bundle holds only the
 * endpoints it calls.
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
