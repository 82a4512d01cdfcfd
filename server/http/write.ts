import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { AuditAction } from '#contract/audit/audit.ts';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { type ErrorBody, errors } from '#contract/wire/errors.ts';
import { PAYLOAD_VERSION, REQUEST_ID } from '#contract/wire/headers.ts';
import { upgradedBody } from '#contract/wire/payload-version.ts';
import { MAX_PICTURE_BYTES, pictureTypes } from '#contract/wire/picture.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import { type AuditLine, lastChange, writeAudit } from '../audit/commands.ts';
import { isUndone } from '../db/database-errors.ts';
import type { Queries } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { requireFarm, requirePage, rightsIn } from '../kernel/access/access.ts';
import { type Caller, type Env, requireCaller } from '../kernel/access/caller.ts';
import { requireSession } from '../kernel/access/require-session.ts';
import { Failure, fail } from '../kernel/fail.ts';
import { compressed } from './compressed.ts';
import { type Act, fingerprintOf, type Remembered, recall, remember, rememberFirst } from './idempotency.ts';
import { readBytes, readText } from './read-text.ts';
import { withRealIndexes } from './real-index.ts';
import { type Call, check, honoPath, MAX_JSON_BYTES } from './route.ts';

/** How often a write is tried that PostgreSQL undoes because it and another transaction wait for each other. */
const TRIES = 3;

type WriteDeps = { store: Queries; now(): number };

/** What the handler of a write gets besides checked input and a caller with the right. */
export type WriteCall<E extends Endpoint, Prepared> = Call<E> & {
  /**
   * The open transaction. The handler must read and write through it: SQLite has one connection, and a query on the
   * store would wait for ever. PostgreSQL may undo it, and then the handler runs again: what it does otherwise waits for
   * the commit.
   */
  trx: Trx;
  /** The same transaction, for functions that take a store. */
  store: { db: Trx };
  at: number;
  prepared: Prepared;
  /** Adds a line to the audit log in the same transaction. */
  audit(line: AuditLine): Promise<void>;
  /**
   * Runs after the commit; for effects that must not happen when the write is rolled back. One that fails is logged and
   * not told to the caller, because what was written stands.
   */
  afterCommit(effect: () => void | Promise<void>): void;
};

/** An answer without its status, which the endpoint declares. */
type Done<E extends Endpoint> = Omit<AnswerOf<E>, 'status'>;

type WriteOptions<E extends Endpoint, Prepared> = {
  /**
   * Slow work before the transaction begins (such as hashing a password), so that readings do not wait for it. The
   * signal is aborted when the client has disconnected.
   */
  prepare?(call: Call<E>, signal: AbortSignal): Promise<Prepared>;
  /** The audit action of this edit, whose subject is `{id}` of the path: a conflict tells who made the last one. */
  edits?: AuditAction;
  /** The answer to store for repeats, without anything that may be shown only once. */
  remembered?(answer: Done<E>): Done<E>;
};

type Mounted<E extends Endpoint, Prepared> = WriteOptions<E, Prepared> & {
  endpoint: E;
  handle(call: WriteCall<E, Prepared>): Promise<Done<E>>;
};

/**
 * Mounts a write. Order: caller → stored answer of an earlier try → page → input → farm → one transaction that checks
 * session, page and farm again, runs the handler, writes the audit line and stores the answer. The stored answer comes
 * first: a repeat whose first answer was lost must not be refused because of its own changes. A write without an
 * idempotency key is never a repeat.
 */
export function write<E extends Endpoint, Prepared = undefined>(
  app: Hono<Env>,
  deps: WriteDeps,
  endpoint: E,
  handle: (call: WriteCall<E, Prepared>) => Promise<Done<E>>,
  options: WriteOptions<E, Prepared> = {},
): void {
  const mounted = { endpoint, handle, ...options };
  const running = new Set<string>();
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const caller = requireCaller(c, endpoint);
    const sent = await readSent(c, endpoint);
    const key = c.req.header(IDEMPOTENCY_KEY);
    if (key === undefined) return send(c, await perform(c, deps, mounted, { caller, act: undefined, sent }));
    if (!/^[\x21-\x7e]{1,100}$/.test(key)) fail('IDEMPOTENCY_KEY_INVALID');
    const { search } = new URL(c.req.url);
    const fingerprint = fingerprintOf(c.req.method, c.req.path + search, sent.content);
    const act = { userId: caller.userId, key, fingerprint };
    const name = `${act.userId} ${key}`;
    if (running.has(name)) fail('IDEMPOTENCY_IN_PROGRESS', { retryAfterS: 2 });
    running.add(name);
    try {
      const earlier = await recall(deps.store, act);
      return await send(c, earlier ? repeat(c, earlier) : await perform(c, deps, mounted, { caller, act, sent }));
    } finally {
      running.delete(name);
    }
  });
}

async function perform<E extends Endpoint, Prepared>(
  c: Context<Env>,
  { store, now }: WriteDeps,
  { endpoint, handle, prepare, edits, remembered }: Mounted<E, Prepared>,
  { caller, act, sent }: { caller: Caller; act: Act | undefined; sent: RequestBody },
): Promise<Remembered> {
  const requestId = c.get('requestId');
  const effects: (() => void | Promise<void>)[] = [];
  let at = now();
  let isPrepared = false;
  try {
    await requirePage(rightsIn(store), caller, endpoint);
    const call: Call<E> = await withRealIndexes(store, caller, {
      params: check(endpoint.params, c.req.param()),
      query: check(endpoint.query, c.req.query()),
      body: check(endpoint.body, bodyNow(c, endpoint, sent.body())),
      caller,
    });
    await requireFarm(rightsIn(store), caller, endpoint, call);
    // Without `prepare` the type of Prepared is undefined.
    const prepared = (await prepare?.(call, c.req.raw.signal)) as Prepared;
    isPrepared = true;
    at = now();
    const transaction = async (trx: Trx) => {
      effects.length = 0;
      const earlier = act && (await recall({ db: trx }, act));
      if (earlier) return { earlier };
      // Checks again: the session may have ended, or a right been withdrawn, during `prepare`.
      await requireSession({ db: trx }, caller, at);
      const rights = rightsIn({ db: trx });
      await requirePage(rights, caller, endpoint);
      await requireFarm(rights, caller, endpoint, call);
      const answered = await handle({
        ...call,
        trx,
        store: { db: trx },
        at,
        prepared,
        audit: (line) => writeAudit(trx, { userId: caller.userId, login: caller.login, requestId, at }, line),
        afterCommit: (effect) => void effects.push(effect),
      });
      if (act) await remember({ db: trx }, act, written(endpoint, remembered?.(answered) ?? answered), at);
      return { answered };
    };
    const done = await untilDone(() => store.db.transaction().execute(transaction));
    if (done.earlier) return repeat(c, done.earlier);
    for (const effect of effects) await runEffect(c, effect);
    return written(endpoint, done.answered);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const failure =
      error.code === 'CHANGED_MEANWHILE' ? await withAuthor(store, edits, c.req.param('id'), error) : error;
    if (!act) throw failure;
    const refusal = isPrepared && isFinal(failure) ? refusalOf(failure, requestId) : undefined;
    const earlier = await answeredMeanwhile(store, act, refusal, at);
    if (!earlier) throw failure;
    return repeat(c, earlier);
  }
}

async function runEffect(c: Context<Env>, effect: () => void | Promise<void>): Promise<void> {
  try {
    await effect();
  } catch (error) {
    c.get('log').error({ requestId: c.get('requestId'), err: error }, 'an effect of a committed write failed');
  }
}

/** Runs a transaction again where it met a deadlock, which nobody but the database needs to know of. */
async function untilDone<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !isUndone(error)) throw error;
    }
  }
}

/** Adds to the details who made the change that an edit met, and when, if the audit log has it. */
async function withAuthor(
  store: Queries,
  edits: AuditAction | undefined,
  subject: string | undefined,
  met: Failure,
): Promise<Failure> {
  const changed = edits && subject ? await lastChange(store, edits, subject) : undefined;
  return changed ? new Failure(met.code, { details: { ...Object(met.details), changed } }) : met;
}

function repeat(c: Context<Env>, earlier: Remembered): Remembered {
  c.header(IDEMPOTENCY_REPLAYED, 'true');
  return earlier;
}

/**
 * The answer that another process has given to the same act meanwhile; it may be why the act was refused here. If there
 * is none, `refusal` is stored as the answer.
 */
async function answeredMeanwhile(
  store: Queries,
  act: Act,
  refusal: Remembered | undefined,
  at: number,
): Promise<Remembered | undefined> {
  const earlier = await recall(store, act);
  if (earlier || !refusal || (await rememberFirst(store, act, refusal, at))) return earlier;
  return recall(store, act);
}

/** Refusals because of the current state are stored like answers: the user was told that the write failed. */
function isFinal({ code }: Failure): boolean {
  const { status, retry } = errors[code];
  return (status === 409 || status === 422) && retry === 'never' && code !== 'IDEMPOTENCY_REUSE';
}

function refusalOf({ code, message, field, details }: Failure, requestId: string): Remembered {
  const { status } = errors[code];
  const body: ErrorBody = { code, status, message, requestId, ...(field !== undefined && { field }), details };
  return { status, body: JSON.stringify(body) };
}

function written<E extends Endpoint>({ answer, path, status }: E, done: Done<E>): Remembered {
  const checked = z.safeEncode(answer, { ...done, status });
  if (!checked.success) throw new Error(`the answer of ${path} breaks its contract`, { cause: checked.error });
  return { status, body: JSON.stringify(checked.data) };
}

async function send(c: Context<Env>, { status, body }: Remembered): Promise<Response> {
  c.header('Content-Type', 'application/json; charset=UTF-8');
  c.header(REQUEST_ID, c.get('requestId'));
  return new Response(await compressed(c, body), { status, headers: c.res.headers });
}

/** A request body: raw for the fingerprint, and parsed. `body` throws for a type that the endpoint does not take. */
type RequestBody = { content: string | Uint8Array; body(): unknown };

async function readSent(c: Context<Env>, { takes }: Endpoint): Promise<RequestBody> {
  const [type = ''] = (c.req.header('content-type') ?? '').toLowerCase().split(/\s*;/);
  if (takes === 'application/json') {
    const text = await readText(c.req.raw, MAX_JSON_BYTES);
    return { content: text, body: () => (text === '' ? {} : jsonOf(type, text)) };
  }
  const bytes = await readBytes(c.req.raw, MAX_PICTURE_BYTES);
  const isPicture = pictureTypes.some((one) => one === type);
  return { content: bytes, body: () => (isPicture ? new Blob([bytes], { type }) : fail('UNSUPPORTED_MEDIA_TYPE')) };
}

/** Seconds; the update of a server is a matter of hours. */
const RETRY_AHEAD_S = 600;

/** Converts a body stored by an earlier release of the app into today's form; no version means today's form. */
function bodyNow(c: Context<Env>, { outbox }: Endpoint, body: unknown): unknown {
  const sent = c.req.header(PAYLOAD_VERSION);
  if (sent === undefined || !outbox) return body;
  if (!/^[1-9]\d{0,5}$/.test(sent)) fail('BAD_REQUEST');
  const upgraded = upgradedBody(outbox, Number(sent), body) ?? fail('PAYLOAD_AHEAD', { retryAfterS: RETRY_AHEAD_S });
  return upgraded.body;
}

function jsonOf(type: string, text: string): unknown {
  if (type !== 'application/json') fail('UNSUPPORTED_MEDIA_TYPE');
  try {
    return JSON.parse(text);
  } catch {
    return fail('BAD_REQUEST');
  }
}
