import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';
import { SECOND_MS } from '#contract/time/time.ts';

/** A command as sent, under its id; the controller may accept it until `expiresAt`, epoch ms. */
type Order = { id: string; payload: unknown; expiresAt: number };

/** The connection to one controller. Answers to what is sent come through `Heard`, at once or later. */
export type Controller = {
  /** Whether the controller is connected, as far as known. */
  isReachable(): boolean;
  /** The version of the limits that it reports as active; 0 before the first. */
  version(): number;
  /** Sends limits, guards and lock-outs; never a command to move. */
  tell(document: ControlDocument): void;
  /** Sends a command to a channel by its code; `delivered` is called once the transport has accepted it, or never. */
  send(code: string, order: Order, delivered: () => void): void;
  /** Sends the heartbeat of the deciding server with its term. */
  beat(term: number): void;
};

/** Messages from controllers, by farm, device code and channel code. */
export type ControllerEvents = {
  ack(farmId: number, device: string, code: string, ack: Ack): void;
  state(farmId: number, device: string, code: string, state: ActuatorState): void;
  /** The connection to a controller, or its limits, have changed; `term` is the highest it has seen. */
  link(farmId: number, device: string, term: number): void;
  /** The controller's time, epoch ms, from a clock that does not depend on this server. */
  clock(farmId: number, device: string, at: number): void;
};

/** The known controllers, by farm and device. */
export type Controllers = {
  attach(farmId: number, device: string, controller: Controller): void;
  /**
   * Attaches unless the device has one; false when it has, so that a simulated house cannot be taken over from outside.
   */
  offer(farmId: number, device: string, controller: Controller): boolean;
  detach(farmId: number, device: string, controller: Controller): void;
  /** A connected one. */
  of(farmId: number, device: string): Controller | undefined;
  /** Sends the heartbeat to controllers that had none for a while, or none of this term; `at` is epoch ms. */
  beat(term: number, at: number): void;
};

/** Without a heartbeat for 90 s a controller takes the server for lost. */
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
        // The absolute difference, so that a clock that is set back does not stop heartbeats.
        if (last?.term === term && Math.abs(at - last.at) < BEAT_EVERY_MS) continue;
        beaten.set(controller, { term, at });
        controller.beat(term);
      }
    },
  };
}
