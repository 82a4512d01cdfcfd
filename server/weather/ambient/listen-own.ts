import type { Logger } from 'pino';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { noteAnswer } from '../provider/state.ts';
import { byAccount, keepOwn, OWN_INTERVAL_MS, type OwnAccount } from './keep-own.ts';
import { readObservation } from './observation.ts';
import { type AmbientDevice, readDeviceList } from './reply.ts';

/** A connection that was silent for this long is reopened: the service sometimes stops sending on open connections. */
const SILENT_MS = 15 * MINUTE_MS;
/** After this many missed measurements an account counts as not pushing. */
const MISSED = 3;
const FIRST_RETRY_MS = SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** Stations push at most every sixteen seconds; faster messages are dropped. */
const LEAST_APART_MS = 5 * SECOND_MS;

type ListenDeps = {
  store: Store;
  baseUrl: string;
  now(): number;
  /** In [0, 1). */
  random(): number;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Delay before the first reconnection, ms; undefined: the default. */
  retryMs?: number | undefined;
};

type Subscription = {
  socket: Socket;
  farms: readonly OwnAccount[];
  /** The account's first station, used by farms that name none. */
  firstMac: string | null;
  heardAt: number | null;
  /** When to reopen the connection unless a message arrives before, epoch ms. */
  renewAt: number;
  keptAt: Map<string, number>;
};

const subscribed = z.object({
  devices: z.optional(z.unknown()),
  invalidApiKeys: z._default(z.array(z.string()), []),
});
const deviceEvent = z.looseObject({ macAddress: z.string() });

/**
 * Receives measurements of own stations: Ambient Weather pushes them over Socket.IO to subscribers with the account's
 * key. They are stored like polled ones.
 */
export function createOwnListener() {
  const subscriptions = new Map<string, Subscription>();
  let keeping = Promise.resolve();
  function end(account: string): void {
    subscriptions.get(account)?.socket.disconnect();
    subscriptions.delete(account);
  }
  return {
    /** Keeps one subscription per account of these farms, ends all others and reopens silent ones. */
    follow(deps: ListenDeps, farms: readonly OwnAccount[]): void {
      const wanted = byAccount(farms);
      for (const account of [...subscriptions.keys()]) if (!wanted.has(account)) end(account);
      for (const [account, own] of wanted) {
        const known = subscriptions.get(account);
        if (!known) {
          const keep = (devices: readonly AmbientDevice[], subscription: Subscription) => {
            if (subscriptions.get(account) === subscription)
              keeping = keeping.then(() => keepTold(deps, account, subscription, devices));
          };
          subscriptions.set(account, subscribe(deps, own, keep));
          continue;
        }
        known.farms = own;
        if (deps.now() < known.renewAt) continue;
        known.socket.disconnect().connect();
        known.renewAt = deps.now() + SILENT_MS;
      }
    },
    /** Whether an account is pushing at present; not once its connection has broken. */
    isHeard(account: string, now: number): boolean {
      const { socket, heardAt } = subscriptions.get(account) ?? { socket: undefined, heardAt: null };
      // After the clock was set back nobody knows how long ago that was, so the account is polled meanwhile.
      return socket?.connected === true && heardAt !== null && Math.abs(now - heardAt) < MISSED * OWN_INTERVAL_MS;
    },
    /** Ends all subscriptions; resolves when their last messages are stored. */
    async stop(): Promise<void> {
      for (const account of [...subscriptions.keys()]) end(account);
      await keeping;
    },
  };
}

type Keep = (devices: readonly AmbientDevice[], subscription: Subscription) => void;

function subscribe(deps: ListenDeps, farms: readonly [OwnAccount, ...OwnAccount[]], keep: Keep): Subscription {
  const [{ keys }] = farms;
  const socket = connectTo(deps, keys.applicationKey);
  const renewAt = deps.now() + SILENT_MS;
  const subscription: Subscription = { socket, farms, firstMac: null, heardAt: null, renewAt, keptAt: new Map() };
  const hear = (devices: readonly AmbientDevice[]) => {
    subscription.heardAt = deps.now();
    subscription.renewAt = subscription.heardAt + SILENT_MS;
    keep(devices, subscription);
  };
  socket.on('connect', () => socket.emit('subscribe', { apiKeys: [keys.apiKey] }));
  socket.on('subscribed', (answer: unknown) => {
    const read = z.safeParse(subscribed, answer);
    if (!read.success) return;
    if (read.data.invalidApiKeys.includes(keys.apiKey)) {
      // The account is polled as well, and the poll records why it is refused.
      socket.disconnect();
      subscription.renewAt = deps.now() + HOUR_MS;
      return;
    }
    const devices = readDeviceList(read.data.devices) ?? [];
    subscription.firstMac = macOf(devices[0]);
    const measured = devices.filter(({ macAddress, lastData }) => readObservation({ ...lastData, macAddress }));
    if (measured.length > 0) hear(measured);
  });
  socket.on('data', (event: unknown) => {
    const read = z.safeParse(deviceEvent, event);
    if (!read.success || !readObservation(read.data)) return;
    // Drops `device`, which contains the home address of the station's owner.
    const { device: _, macAddress, ...lastData } = read.data;
    const at = deps.now();
    if (Math.abs(at - (subscription.keptAt.get(macAddress) ?? 0)) < LEAST_APART_MS) return;
    subscription.keptAt.set(macAddress, at);
    hear([{ macAddress, lastData }]);
  });
  // The client reconnects after network errors, but not after the service has closed the connection.
  const renewSoon = () => {
    if (!socket.active) subscription.renewAt = Math.min(subscription.renewAt, soon(deps));
  };
  socket.on('disconnect', renewSoon);
  socket.on('connect_error', renewSoon);
  socket.once('connect_error', () => {
    deps.log.info({ provider: 'ambient' }, 'an own station cannot be listened to now and is asked instead');
  });
  return subscription;
}

/** Stores pushed measurements for each farm of the account, and records that the service answers. */
async function keepTold(
  { store, now, log }: ListenDeps,
  account: string,
  { farms, firstMac }: Subscription,
  devices: readonly AmbientDevice[],
): Promise<void> {
  try {
    const at = now();
    for (const { farmId, mac } of farms) await keepOwn(store, { farmId, mac: mac ?? firstMac }, devices, at);
    await noteAnswer(store, { provider: 'ambient', key: account }, { hasData: true, now: at });
  } catch (error) {
    log.warn({ err: error }, 'a measurement of an own station was not kept');
  }
}

const soon = ({ now, random }: ListenDeps) => now() + MINUTE_MS * (0.5 + random());

const macOf = (device: AmbientDevice | undefined) =>
  readObservation({ dateutc: 0, macAddress: device?.macAddress })?.mac ?? null;

/** Opens a separate connection per account, which reconnects with exponential backoff and jitter. */
function connectTo({ baseUrl, retryMs = FIRST_RETRY_MS }: ListenDeps, applicationKey: string): Socket {
  const { origin, pathname } = new URL(baseUrl);
  return io(origin, {
    path: `${pathname.replace(/\/$/, '')}/socket.io`,
    query: { api: '1', applicationKey },
    transports: ['websocket'],
    forceNew: true,
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionDelay: retryMs,
    reconnectionDelayMax: LONGEST_RETRY_MS,
    randomizationFactor: 0.5,
  });
}
