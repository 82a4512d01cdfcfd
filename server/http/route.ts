import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Schema } from '#contract/wire/endpoint.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import { problemSentence } from '#contract/wire/problem-text.ts';
import { type Rights, requireFarm, requirePage } from '../kernel/access/access.ts';
import { type Caller, type Env, requireCaller } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { compressed } from './compressed.ts';
import { readText } from './read-text.ts';

/** What a handler gets: input checked against the contract, and a caller with the right. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Caller;
};

/** What route() needs besides its endpoint and handler. */
export type Guards = { rights: Rights };

/**
 * An answer that its handler has serialised, because the database can write thousands of rows as JSON itself. `checked`
 * is the same answer without those rows, for validation; `text` is JSON, as UTF-8 bytes where it is long. An instance
 * that is sent again is not validated again.
 */
export class SerializedAnswer<Answer> {
  readonly checked: Answer;
  readonly text: string | Uint8Array<ArrayBuffer>;
  constructor(checked: Answer, text: string | Uint8Array<ArrayBuffer>) {
    this.checked = checked;
    this.text = text;
  }
}

/** The largest JSON body of a product call, bytes. */
export const MAX_JSON_BYTES = 1_000_000;

/**
 * Mounts one endpoint: token → page → input → farm → handler → answer validated against the contract. Input comes
 * before the farm, because it names the farm. A farm that the caller may not see answers 404.
 */
export function route<E extends Endpoint>(
  app: Hono<Env>,
  { rights }: Guards,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | SerializedAnswer<AnswerOf<E>>>,
): void {
  const checkedBefore = new WeakSet<object>();
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const caller = requireCaller(c, endpoint);
    await requirePage(rights, caller, endpoint);
    const params = check<ParamsOf<E>>(endpoint.params, c.req.param());
    const query = check<QueryOf<E>>(endpoint.query, c.req.query());
    const body = check<BodyOf<E>>(endpoint.body, endpoint.method === 'GET' ? {} : await readJson(c.req.raw));
    await requireFarm(rights, caller, endpoint, { params, query, body });

    const handled = await handle({ params, query, body, caller });
    const isSerialized = handled instanceof SerializedAnswer;
    const text = isSerialized && checkedBefore.has(handled) ? handled.text : checkedText(endpoint, handled);
    if (isSerialized) checkedBefore.add(handled);
    c.header('Content-Type', 'application/json; charset=UTF-8');
    if (offlinePolicies[endpoint.offline].keeping?.hasEtag) {
      // A weak ETag, because it names the content and not its compression.
      const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
      c.header('ETag', tag);
      if (c.req.header('If-None-Match') === tag) return c.body(null, 304);
    }
    return c.body(await compressed(c, text));
  });
}

function checkedText<E extends Endpoint>(
  { answer, path }: E,
  handled: AnswerOf<E> | SerializedAnswer<AnswerOf<E>>,
): SerializedAnswer<AnswerOf<E>>['text'] {
  const isSerialized = handled instanceof SerializedAnswer;
  const checked = z.safeEncode(answer, isSerialized ? handled.checked : handled);
  if (!checked.success) throw new Error(`the answer of ${path} breaks its contract`, { cause: checked.error });
  return isSerialized ? handled.text : JSON.stringify(checked.data);
}

/** Turns `{id}` of the specification into Hono's `:id`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The parsed value. Throws VALIDATION that names the first invalid field. */
export function check<T>(schema: Schema, value: unknown): T {
  const parsed = schema.safeParse(value);
  // Parsing edge: T was inferred from this schema.
  if (parsed.success) return parsed.data as T;
  const [issue] = parsed.error.issues;
  return fail('VALIDATION', {
    field: issue?.path.join('.') || undefined,
    details: parsed.error.issues.slice(0, 20).map((problem) => ({
      field: problem.path.join('.'),
      problem: problem.code,
      message: problemSentence(problem),
    })),
  });
}

/** Reads a JSON body of limited size. */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) fail('UNSUPPORTED_MEDIA_TYPE');
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    return fail('BAD_REQUEST');
  }
}
