import type { Ack, ActuatorState, ControlDocument } from '#contract/control/controller/command.ts';

/** The way to one controller. What becomes of what is sent comes back through `Heard`, at once or later. */
export type Controller = {
  /** Limits, guards and lock-outs in force; never an order to move. */
  tell(document: ControlDocument): void;
  /** A command as it travels, to a channel by its code. */
  send(code: string, payload: unknown): void;
  /** The server is alive. */
  beat(): void;
};

/** What controllers say, by farm, device code and channel code. */
export type Heard = {
  ack(farmId: number, ack: Ack): void;
  state(farmId: number, device: string, code: string, state: ActuatorState): void;
};

/** The controllers that can be reached, by farm and device. */
export type Controllers = {
  attach(farmId: number, device: string, controller: Controller): void;
  detach(farmId: number, device: string): void;
  of(farmId: number, device: string): Controller | undefined;
};

export function createControllers(): Controllers {
  const attached = new Map<string, Controller>();
  const nameOf = (farmId: number, device: string) => `${farmId}/${device}`;
  return {
    attach: (farmId, device, controller) => void attached.set(nameOf(farmId, device), controller),
    detach: (farmId, device) => void attached.delete(nameOf(farmId, device)),
    of: (farmId, device) => attached.get(nameOf(farmId, device)),
  };
}
