import * as z from 'zod/mini';
import { type LiveValues, liveValues } from '#contract/monitor/live.ts';
import type { Peers } from '../db/open.ts';
import type { LiveListener } from './hub.ts';

/** Values are collected for this long: a message about many farms costs as much as one about a single farm. */
const COLLECT_MS = 200;
/** NOTIFY takes less than 8,000 bytes; a value takes at most 70, all ASCII. */
const MAX_MESSAGE = 7_500;
const VALUES_AT_ONCE = 100;

/** A message between processes; one kind each. */
const message = z.union([
  z.object({ live: z.array(liveValues) }),
  z.object({ ended: z.string() }),
  z.object({ woken: z.number() }),
]);
type Message = z.infer<typeof message>;

type Handlers = {
  live: LiveListener;
  /** A session was ended, by its sid. */
  ended(sid: string): void;
  /** The equipment of a farm has changed, so its rules must be evaluated. */
  woken(farmId: number): void;
  /** Messages may have been lost. */
  missed(): void;
};

export type PeerMessages = {
  live: LiveListener;
  ended(sid: string): void;
  woken(farmId: number): void;
  /** Handles messages of other processes. Returns how to unsubscribe, which sends what was collected first. */
  subscribe(handlers: Handlers): () => void;
};

/** Sends to other processes what this one has committed, and receives theirs. */
export function createPeerMessages({ publish, subscribe }: Pick<Peers, 'publish' | 'subscribe'>): PeerMessages {
  const farms = new Map<number, Map<number, LiveValues['values'][number]>>();
  let timer: NodeJS.Timeout | undefined;
  /** A received message must not be sent again. */
  let isReceiving = false;
  const send = (one: Message) => !isReceiving && publish([JSON.stringify(one)]);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    publish(messagesOf([...farms].map(([farmIndex, values]) => ({ farmIndex, values: [...values.values()] }))));
    farms.clear();
  };
  return {
    live({ farmIndex, values }) {
      const known = farms.get(farmIndex) ?? new Map();
      for (const value of values) known.set(value[0], value);
      farms.set(farmIndex, known);
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    ended: (sid) => void send({ ended: sid }),
    woken: (farmId) => void send({ woken: farmId }),
    subscribe({ live, ended, woken, missed }) {
      const stop = subscribe((text) => {
        const one = read(text);
        isReceiving = true;
        try {
          if (!one) missed();
          else if ('live' in one) one.live.forEach(live);
          else if ('ended' in one) ended(one.ended);
          else woken(one.woken);
        } finally {
          isReceiving = false;
        }
      }, missed);
      return () => {
        flush();
        stop();
      };
    },
  };
}

/** undefined for a message of another release, which counts as lost. */
function read(text: string): Message | undefined {
  try {
    return message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Packs the values into as few messages as possible. */
function messagesOf(farms: readonly LiveValues[]): string[] {
  const messages: string[] = [];
  let live: LiveValues[] = [];
  let length = 0;
  const end = () => {
    if (live.length > 0) messages.push(JSON.stringify({ live } satisfies Message));
    live = [];
    length = 0;
  };
  for (const { farmIndex, values } of farms) {
    for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
      const part = { farmIndex, values: values.slice(from, from + VALUES_AT_ONCE) };
      const more = JSON.stringify(part).length + 1;
      if (length + more > MAX_MESSAGE) end();
      live.push(part);
      length += more;
    }
  }
  end();
  return messages;
}
