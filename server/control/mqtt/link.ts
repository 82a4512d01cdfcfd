import type * as z from 'zod/mini';
import { type availability, channelTopics, deviceTopics } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Controller } from '../engine/controllers.ts';

/** A controller says each state anew every minute; one that has said nothing for so long is silent, ms. */
const SILENT_MS = 3 * MINUTE_MS;

export type Announced = z.output<typeof availability>;

/** How a message leaves: not at all where there is no connection, and never later. */
type Publishing = {
  qos: 0 | 1;
  retain: boolean;
  /** The broker drops it then, epoch ms. */
  expiresAt?: number;
  /** The broker has it. */
  onDelivered?(): void;
};

export type LinkDeps = {
  publish(topic: string, payload: unknown, how: Publishing): void;
  now(): number;
  /** Ms of a count that only goes forward. */
  monotonic(): number;
};

/** One controller since it announced itself: what it said of itself, and when it was last heard. */
export type Link = {
  controller: Controller;
  readonly announced: Announced;
  /** Says again what it is: nothing of it is begun anew. */
  renew(announced: Announced): void;
  /** The version of the limits that it has taken. */
  taken(version: number): void;
  /** It was heard just now; true when nobody knew that it is there. */
  heard(): boolean;
};

export function createLink(
  { farmId, device }: { farmId: number; device: string },
  first: Announced,
  { publish, now, monotonic }: LinkDeps,
): Link {
  const topics = deviceTopics(farmId, device);
  let announced = first;
  let version = first.version;
  /** Null before it has said anything itself: what the broker kept of it may be of yesterday. */
  let heardAt: number | null = null;
  let askedUnder: number | undefined;
  const isReachable = () => heardAt !== null && monotonic() - heardAt <= SILENT_MS;

  const controller: Controller = {
    isReachable,
    version: () => version,
    tell: (document) => publish(topics.control, document, { qos: 1, retain: true }),
    send(code, { payload, expiresAt }, onDelivered) {
      if (now() >= expiresAt) return;
      publish(channelTopics(farmId, device, code).set, payload, { qos: 1, retain: false, expiresAt, onDelivered });
    },
    beat(term) {
      const word = { at: new Date(now()).toISOString(), term };
      publish(topics.beat, word, { qos: 0, retain: false });
      // Whoever begins to decide has heard no state yet.
      if (askedUnder !== term) publish(topics.sync, word, { qos: 1, retain: false, expiresAt: now() + MINUTE_MS });
      askedUnder = term;
    },
  };
  return {
    controller,
    get announced() {
      return announced;
    },
    renew(next) {
      announced = next;
      version = next.version;
    },
    taken(taken) {
      version = taken;
    },
    heard() {
      const wasThere = isReachable();
      heardAt = monotonic();
      return !wasThere;
    },
  };
}
