import type { Command } from './command-store.ts';
import type { Controllers } from './controllers.ts';
import type { EquipmentActuator } from './equipment.ts';
import { orderOf, wireOf } from './order.ts';

/**
 * Gives the commands of a farm their sequence numbers within the term, and sends them to the controllers of their
 * actuators.
 */
export function createDispatch({ controllers }: { controllers: Controllers }, farmId: number) {
  const seqs = new Map<number, number>();
  let wired: readonly EquipmentActuator[] = [];
  return {
    /** Sets the device and channel codes of actuators. */
    wire(actuators: readonly EquipmentActuator[]): void {
      wired = actuators;
    },
    /** The next sequence number of an actuator. */
    number(channel: number): number {
      const seq = (seqs.get(channel) ?? 0) + 1;
      seqs.set(channel, seq);
      return seq;
    },
    isWiredTo(channel: number, device: string, code: string): boolean {
      return wired.some((one) => one.channel === channel && one.device === device && one.code === code);
    },
    /** Does nothing while the controller is not connected; the command is sent again later, or expires. */
    send({ planned, life, term, seq }: Command, delivered: () => void): void {
      const actuator = wired.find(({ channel }) => channel === planned.channel);
      const controller = actuator && controllers.of(farmId, actuator.device);
      if (!controller) return;
      const { askedAt: issuedAt, expiresAt } = life;
      const payload = wireOf(orderOf(planned, { term, seq, issuedAt, expiresAt }));
      controller.send(actuator.code, { id: planned.id, payload, expiresAt }, delivered);
    },
  };
}
