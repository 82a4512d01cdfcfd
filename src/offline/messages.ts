import { type NoAnswerReason, noAnswerReasons } from './no-answer.ts';

/** BroadcastChannel between the worker and all pages. */
export const WORKER_EVENTS_CHANNEL = 'onsil';

/**
 * What is told to everybody. updated, removed: a kept answer changed behind the back of whoever asked for it.
 * auth-required: the server no longer takes the user's token. identity-changed: it answered for somebody else.
 * reach: how a request made behind went, null for well. epoch: the user's data on this device has ended. prepared:
 * the tiles for the time without a network have come on.
 */
export type WorkerEvent =
  | { type: 'updated'; uid: string; key: string }
  | { type: 'removed'; uid: string; key: string }
  | { type: 'auth-required'; uid: string }
  | { type: 'identity-changed'; uid: string }
  | { type: 'epoch'; uid: string }
  | { type: 'prepared'; uid: string }
  | { type: 'reach'; reason: NoAnswerReason | null };

/** What a page asks of the worker. */
export type PageMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'HELLO' }
  | { type: 'CLIENTS' }
  | { type: 'WARM'; uid: string; token: string; keys: string[] }
  | { type: 'PREPARE'; uid: string; token: string; farms: number[] };

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A message of the channel as news; null for anything else that was posted there. */
export function readWorkerEvent(data: unknown): WorkerEvent | null {
  const [type, uid, key, reason] = ['type', 'uid', 'key', 'reason'].map((name) => field(data, name));
  if (type === 'reach') {
    return { type, reason: noAnswerReasons.find((known) => known === reason) ?? null };
  }
  if (typeof uid !== 'string') return null;
  if (type === 'auth-required' || type === 'identity-changed' || type === 'epoch' || type === 'prepared')
    return { type, uid };
  if ((type === 'updated' || type === 'removed') && typeof key === 'string') return { type, uid, key };
  return null;
}

/** A message to the worker; null for what it does not know. */
export function readPageMessage(data: unknown): PageMessage | null {
  const [type, uid, token, keys] = ['type', 'uid', 'token', 'keys'].map((name) => field(data, name));
  if (type === 'SKIP_WAITING' || type === 'HELLO' || type === 'CLIENTS') return { type };
  if (typeof uid !== 'string' || typeof token !== 'string') return null;
  const farms = field(data, 'farms');
  if (type === 'PREPARE' && Array.isArray(farms)) {
    return { type, uid, token, farms: farms.filter((farm) => Number.isInteger(farm)) };
  }
  if (type !== 'WARM' || !Array.isArray(keys)) return null;
  return { type, uid, token, keys: keys.filter((key) => typeof key === 'string') };
}

/** Path at which the worker tells a page what the device knows, so that the page need not open the database itself. */
export const DEVICE_STATE_PATH = '/sw/device-state';

/** Path at which the worker tells how far the tiles of the user's farms have come. */
export const PREPARED_PATH = '/sw/prepared';
