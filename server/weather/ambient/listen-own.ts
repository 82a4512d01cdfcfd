import type { Logger } from 'pino';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { noteAnswer } from '../provider/state.ts';
import { byAccount, keepOwn, OWN_INTERVAL_MS, type OwnAccount } from './keep-own.ts';
import { readObservation } from './observation.ts';
import { type AmbientDevice, readDeviceList } from './reply.ts';

/** A connection that has said nothing for so long is made anew: the service has been seen to fall silent on open ones. */
const SILENT_MS = 15 * MINUTE_MS;
/** An account that has missed so many measurements in a row no longer tells by itself. */
const MISSED = 3;
const FIRST_RETRY_MS = SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** Stations tell at most every sixteen seconds; what comes faster is not kept. */
const LEAST_APART_MS = 5 * SECOND_MS;

type ListenDeps = {
  store: Store;
  baseUrl: string;
  now(): number;
  /** In [0, 1). */
  random(): number;
  log: Pick<Logger, 'warn' | 'info'>;
  /** The first pause before a lost connection is made anew, ms; left out: as long as is usual. */
  retryMs?: number | undefined;
};

type Subscription = {
  socket: Socket;
  farms: readonly OwnAccount[];
  /** The account's first station, which stands for farms that name none. */
  firstMac: string | null;
  heardAt: number | null;
  /** When it is made anew unless something is heard before. */
  renewAt: number;
  keptAt: Map<string, number>;
};

const subscribed = z.object({
  devices: z.optional(z.unknown()),
  invalidApiKeys: z._default(z.array(z.string()), []),
});
const told = z.looseObject({ macAddress: z.string() });

/**
 * Listens to accounts of own stations: Ambient Weather pushes each measurement over Socket.IO to whoever has subscribed
 * with the account's key. What it tells goes the way of what is asked for.
 */
export function createOwnListener() {
  const subscriptions = new Map<string, Subscription>();
  let keeping = Promise.resolve();
  function end(account: string): void {
    subscriptions.get(account)?.socket.disconnect();
    subscriptions.delete(account);
  }
  return {
    /** Holds a subscription for each account of these farms and for no other; makes silent ones anew. */
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
    /** Whether an account tells by itself at present. */
    isHeard(account: string, now: number): boolean {
      const heardAt = subscriptions.get(account)?.heardAt ?? null;
      return heardAt !== null && now - heardAt < MISSED * OWN_INTERVAL_MS;
    },
    /** Ends all subscriptions; resolves when what they told is kept. */
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
      // The account is asked as well, which notes why it is refused.
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
    const read = z.safeParse(told, event);
    if (!read.success || !readObservation(read.data)) return;
    // Its `device` says where the station's owner lives.
    const { device: _, macAddress, ...lastData } = read.data;
    const at = deps.now();
    if (at - (subscription.keptAt.get(macAddress) ?? 0) < LEAST_APART_MS) return;
    subscription.keptAt.set(macAddress, at);
    hear([{ macAddress, lastData }]);
  });
  // What the network breaks off the client mends by itself; what the service ends it does not.
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

/** Keeps what was told for each farm of the account, and notes that the service answers. */
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

/** A connection of its own for each account, made anew with growing pauses and jitter. */
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
