import type * as z from 'zod/mini';
import { type availability, channelTopics, deviceTopics } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Controller } from '../engine/controllers.ts';

/** A controller repeats each state every minute; after this time without a message it is silent, ms. */
const SILENT_MS = 3 * MINUTE_MS;

export type Announced = z.output<typeof availability>;

/** How to publish a message. Without a connection it is dropped, never queued. */
type Publishing = {
  qos: 0 | 1;
  retain: boolean;
  /** The broker drops it afterwards, epoch ms. */
  expiresAt?: number;
  /** Called when the broker has acknowledged it. */
  onDelivered?(): void;
};

export type LinkDeps = {
  publish(topic: string, payload: unknown, how: Publishing): void;
  now(): number;
  /** Monotonic clock, ms. */
  monotonic(): number;
};

/** The connection to one controller since its announcement. */
export type Link = {
  controller: Controller;
  readonly announced: Announced;
  /** Takes a repeated announcement without a restart. */
  renew(announced: Announced): void;
  /** The version of the limits that the controller has taken. */
  taken(version: number): void;
  /** A message arrived; true when the controller was not connected before. */
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
  /** null before its first own message: a retained announcement may be old. */
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
      // A new decider does not know any state yet.
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
