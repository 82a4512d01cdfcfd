import * as z from 'zod/mini';
import { deviceState } from './device-state.ts';
import { noAnswerReasons } from './no-answer.ts';

/* All messages between page and worker besides the requests that the worker intercepts: a page asks one worker and
   gets one reply, and events go to everybody. Both are parsed by their schema on arrival, because the other side may
   be of another version. */

/** The BroadcastChannel for events of worker and pages. */
export const WORKER_EVENTS_CHANNEL = 'onsil';

const ofUser = { uid: z.string() };

/** The events. */
const workerEvent = z.discriminatedUnion('type', [
  /** A cached response changed after its old copy was returned. */
  z.object({ type: z.literal('updated'), ...ofUser, key: z.string() }),
  z.object({ type: z.literal('removed'), ...ofUser, key: z.string() }),
  /** The server refused the user's token. */
  z.object({ type: z.literal('auth-required'), ...ofUser }),
  /** The server answered for another user. */
  z.object({ type: z.literal('identity-changed'), ...ofUser }),
  /** The user's data on this device is being deleted or hidden. */
  z.object({ type: z.literal('epoch'), ...ofUser }),
  /** The prefetching of tiles has progressed. */
  z.object({ type: z.literal('prepared'), ...ofUser }),
  /** A write of the user was sent from the outbox. */
  z.object({ type: z.literal('sent'), ...ofUser }),
  /** The result of a background request; null if it succeeded. */
  z.object({ type: z.literal('reach'), reason: z.nullable(z.enum(noAnswerReasons)) }),
]);
export type WorkerEvent = z.infer<typeof workerEvent>;

/** Parses a message of the channel; null for anything else that was posted there. */
export function readWorkerEvent(data: unknown): WorkerEvent | null {
  return z.safeParse(workerEvent, data).data ?? null;
}

/** How many tiles of a farm are prefetched for offline use. */
const preparedFarm = z.object({
  /** Index of the farm. */
  farm: z.number(),
  /** When the server last reported changes, epoch ms of its clock. */
  checkedAt: z.number(),
  /** How many of the wanted tiles are stored, and when that was last counted; null before prefetching began. */
  prepared: z.nullable(z.object({ tiles: z.number(), wanted: z.number(), at: z.number() })),
});
export type PreparedFarm = z.infer<typeof preparedFarm>;

/**
 * Requests of a page to a worker, and their replies. The first two are exchanged between different versions: they
 * never change.
 */
const asks = {
  /** To a waiting worker: activate, once the write that is being sent has been answered. */
  SKIP_WAITING: { ask: z.object({}), reply: z.object({}) },
  HELLO: { ask: z.object({}), reply: z.object({ build: z.string() }) },
  /** From a page without a controller: claim it, if it is of the same build. */
  CLAIM: { ask: z.object({ build: z.string() }), reply: z.object({}) },
  /** Returns how many windows of the app are open. */
  CLIENTS: { ask: z.object({}), reply: z.object({ clients: z.number() }) },
  /** Fetch and cache these responses; the reply says how many are cached afterwards. */
  WARM: {
    ask: z.object({ ...ofUser, token: z.string(), keys: z.array(z.string()) }),
    reply: z.object({ kept: z.number() }),
  },
  /** Prefetch the tiles of these farms, of at most so many days; the reply comes at the end. */
  PREPARE: {
    ask: z.object({ ...ofUser, token: z.string(), farms: z.array(z.int()), days: z.optional(z.int()) }),
    reply: z.object({}),
  },
  /** A new version is to take over: stop prefetching, since the browser waits minutes for whatever is still running. */
  RETIRE: { ask: z.object({}), reply: z.object({}) },
  /** Send the outbox, now or when the network is back; the reply comes at the end of this attempt. */
  SEND: { ask: z.object({}), reply: z.object({}) },
  PREPARED: { ask: z.object(ofUser), reply: z.object({ farms: z.array(preparedFarm) }) },
  /** The device state, so that the page need not open the database itself. */
  DEVICE_STATE: { ask: z.object({}), reply: z.object({ state: deviceState }) },
} as const;

export type AskName = keyof typeof asks;
export type Ask<Name extends AskName> = z.infer<(typeof asks)[Name]['ask']>;
export type Reply<Name extends AskName> = z.infer<(typeof asks)[Name]['reply']>;

/** The same table with a mapped type, so that a name and its schema stay together. */
const schemas: {
  readonly [Name in AskName]: { ask: z.ZodMiniType<Ask<Name>>; reply: z.ZodMiniType<Reply<Name>> };
} = asks;

/** A request as it is posted. */
export type PostedAsk = { type: AskName } & Record<string, unknown>;

const isAskName = (name: unknown): name is AskName => typeof name === 'string' && Object.hasOwn(asks, name);

/** The worker's handler of each request. A reply is lost if the worker is stopped, so pages wait with a time limit. */
export type AskHandlers = { readonly [Name in AskName]: (ask: Ask<Name>) => Promise<Reply<Name>> };

/** Runs the handler of a posted request; null for an unknown one. Rejects when the handler does. */
export function answerAsk(handlers: AskHandlers, data: unknown): Promise<Reply<AskName>> | null {
  const name: unknown = Object(data).type;
  return isAskName(name) ? handled(handlers, name, data) : null;
}

function handled<Name extends AskName>(handlers: AskHandlers, name: Name, data: unknown): Promise<Reply<Name>> | null {
  const parsed = z.safeParse(schemas[name].ask, data);
  return parsed.success ? handlers[name](parsed.data) : null;
}

/** Parses a reply; null if it is invalid. */
export function readReply<Name extends AskName>(name: Name, data: unknown): Reply<Name> | null {
  return z.safeParse(schemas[name].reply, data).data ?? null;
}
