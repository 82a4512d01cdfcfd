import * as z from 'zod/mini';
import { deviceState } from './device-state.ts';
import { noAnswerReasons } from './no-answer.ts';

/*
 * All that page and worker say to each other besides the requests the worker stands in for: a page asks one worker and
 * gets one reply, and what concerns everybody is told to everybody. Both are parsed by their schema where they arrive,
 * for the other side may be of another version.
 */

/** The channel on which worker and pages tell everybody. */
export const WORKER_EVENTS_CHANNEL = 'onsil';

const ofUser = { uid: z.string() };

/** What is told to everybody. */
const workerEvent = z.discriminatedUnion('type', [
  /** A kept answer changed behind the back of whoever asked for it. */
  z.object({ type: z.literal('updated'), ...ofUser, key: z.string() }),
  z.object({ type: z.literal('removed'), ...ofUser, key: z.string() }),
  /** The server no longer takes the user's token. */
  z.object({ type: z.literal('auth-required'), ...ofUser }),
  /** It answered for somebody else. */
  z.object({ type: z.literal('identity-changed'), ...ofUser }),
  /** The user's data on this device has ended. */
  z.object({ type: z.literal('epoch'), ...ofUser }),
  /** The tiles for the time without a network have come on. */
  z.object({ type: z.literal('prepared'), ...ofUser }),
  /** Something the user wrote has left the outbox for the server. */
  z.object({ type: z.literal('sent'), ...ofUser }),
  /** How a request made behind went, null for well. */
  z.object({ type: z.literal('reach'), reason: z.nullable(z.enum(noAnswerReasons)) }),
]);
export type WorkerEvent = z.infer<typeof workerEvent>;

/** A message of the channel; null for anything else that was posted there. */
export function readWorkerEvent(data: unknown): WorkerEvent | null {
  return z.safeParse(workerEvent, data).data ?? null;
}

/** How far the tiles of a farm have come that are brought for the time without a network. */
const preparedFarm = z.object({
  /** Index of the farm. */
  farm: z.number(),
  /** When the server last told what changed, epoch ms of its clock. */
  checkedAt: z.number(),
  /** How many of the wanted tiles are there, and when that was last true; null before it began. */
  prepared: z.nullable(z.object({ tiles: z.number(), wanted: z.number(), at: z.number() })),
});
export type PreparedFarm = z.infer<typeof preparedFarm>;

/** What a page asks of a worker, and what it is told. The first two are spoken between versions: they never change. */
const asks = {
  /** To a worker that waits: take over, once what is just being sent has been answered. */
  SKIP_WAITING: { ask: z.object({}), reply: z.object({}) },
  HELLO: { ask: z.object({}), reply: z.object({ build: z.string() }) },
  /** Of a page that stands before no worker: take it over, if it is of the same build. */
  CLAIM: { ask: z.object({ build: z.string() }), reply: z.object({}) },
  /** How many windows of the app are open. */
  CLIENTS: { ask: z.object({}), reply: z.object({ clients: z.number() }) },
  /** Fetch and keep these answers; replies how many are on the device afterwards. */
  WARM: {
    ask: z.object({ ...ofUser, token: z.string(), keys: z.array(z.string()) }),
    reply: z.object({ kept: z.number() }),
  },
  /** Bring the tiles of these farms; the reply comes when that has ended. */
  PREPARE: { ask: z.object({ ...ofUser, token: z.string(), farms: z.array(z.int()) }), reply: z.object({}) },
  /** Send what waits in the outbox, now or when there is a network again; the reply comes when that has ended for now. */
  SEND: { ask: z.object({}), reply: z.object({}) },
  PREPARED: { ask: z.object(ofUser), reply: z.object({ farms: z.array(preparedFarm) }) },
  /** What the device knows whoever is signed in, so that the page need not open the database itself. */
  DEVICE_STATE: { ask: z.object({}), reply: z.object({ state: deviceState }) },
} as const;

export type AskName = keyof typeof asks;
export type Ask<Name extends AskName> = z.infer<(typeof asks)[Name]['ask']>;
export type Reply<Name extends AskName> = z.infer<(typeof asks)[Name]['reply']>;

/** The same table by name, so that a name and what is parsed for it stay together. */
const schemas: {
  readonly [Name in AskName]: { ask: z.ZodMiniType<Ask<Name>>; reply: z.ZodMiniType<Reply<Name>> };
} = asks;

/** An ask as it is posted. */
export type PostedAsk = { type: AskName } & Record<string, unknown>;

const isAskName = (name: unknown): name is AskName => typeof name === 'string' && Object.hasOwn(asks, name);

/** What a worker does for each ask. A reply may be lost with the worker, so pages wait for it with a limit. */
export type AskHandlers = { readonly [Name in AskName]: (ask: Ask<Name>) => Promise<Reply<Name>> };

/** Has a posted ask answered; null for what nobody understands. Rejects where the handler does. */
export function answerAsk(handlers: AskHandlers, data: unknown): Promise<Reply<AskName>> | null {
  const name: unknown = Object(data).type;
  return isAskName(name) ? handled(handlers, name, data) : null;
}

function handled<Name extends AskName>(handlers: AskHandlers, name: Name, data: unknown): Promise<Reply<Name>> | null {
  const parsed = z.safeParse(schemas[name].ask, data);
  return parsed.success ? handlers[name](parsed.data) : null;
}

/** A reply that arrived; null for anything else. */
export function readReply<Name extends AskName>(name: Name, data: unknown): Reply<Name> | null {
  return z.safeParse(schemas[name].reply, data).data ?? null;
}
