import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';
import { SECOND_MS } from '#contract/time/time.ts';

/** A command as it travels, under its id; it may be taken until then, epoch ms. */
type Order = { id: string; payload: unknown; expiresAt: number };

/** The way to one controller. What becomes of what is sent comes back through `Heard`, at once or later. */
export type Controller = {
  /** Whether it is there, as far as it was heard. */
  isReachable(): boolean;
  /** The version of the limits that it says are in force; 0 before the first. */
  version(): number;
  /** Limits, guards and lock-outs in force; never an order to move. */
  tell(document: ControlDocument): void;
  /** A command to a channel by its code; `delivered` is called once the way has it, or never. */
  send(code: string, order: Order, delivered: () => void): void;
  /** The server that decides is alive, under a term. */
  beat(term: number): void;
};

/** What controllers say, by farm, device code and channel code. */
export type Heard = {
  ack(farmId: number, device: string, code: string, ack: Ack): void;
  state(farmId: number, device: string, code: string, state: ActuatorState): void;
  /** The way to a controller has changed, or the limits it keeps; `term` is the highest it has seen. */
  link(farmId: number, device: string, term: number): void;
  /** What time it is there, epoch ms, by a clock that is set from elsewhere. */
  clock(farmId: number, device: string, at: number): void;
};

/** The controllers that have announced themselves, by farm and device. */
export type Controllers = {
  attach(farmId: number, device: string, controller: Controller): void;
  /** The same where the device has none yet; false where it has: a simulated house is not taken over from outside. */
  offer(farmId: number, device: string, controller: Controller): boolean;
  detach(farmId: number, device: string, controller: Controller): void;
  /** One that can be reached. */
  of(farmId: number, device: string): Controller | undefined;
  /** Tells those who have not heard it for a while, or not under this term, that the server decides; `at` epoch ms. */
  beat(term: number, at: number): void;
};

/** Without a beat for 90 s a controller takes the server for lost. */
const BEAT_EVERY_MS = 20 * SECOND_MS;

export function createControllers(): Controllers {
  const attached = new Map<string, Controller>();
  const beaten = new WeakMap<Controller, { term: number; at: number }>();
  const nameOf = (farmId: number, device: string) => `${farmId}/${device}`;
  return {
    attach: (farmId, device, controller) => void attached.set(nameOf(farmId, device), controller),
    offer(farmId, device, controller) {
      if (attached.has(nameOf(farmId, device))) return false;
      attached.set(nameOf(farmId, device), controller);
      return true;
    },
    detach(farmId, device, controller) {
      if (attached.get(nameOf(farmId, device)) === controller) attached.delete(nameOf(farmId, device));
    },
    of(farmId, device) {
      const controller = attached.get(nameOf(farmId, device));
      return controller?.isReachable() ? controller : undefined;
    },
    beat(term, at) {
      for (const controller of attached.values()) {
        const last = beaten.get(controller);
        // A clock that is set back does not silence the server.
        if (last?.term === term && Math.abs(at - last.at) < BEAT_EVERY_MS) continue;
        beaten.set(controller, { term, at });
        controller.beat(term);
      }
    },
  };
}
