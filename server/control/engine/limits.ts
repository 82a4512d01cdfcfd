import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { limitsOf } from './control-document.ts';
import type { Controller, Controllers } from './controllers.ts';
import { locksAt } from './held.ts';
import type { Stored } from './load-world.ts';

/** What was told a controller last, and the first that was told it since it is there. */
type Told = { key: string; controller: Controller; version: number; first: number };

/** Tells controllers their limits, guards and lock-outs when these change, before anything is asked for under them. */
export function createLimits({ controllers, term }: { controllers: Controllers; term: number }, farmId: number) {
  const told = new Map<string, Told>();
  return {
    tell({ equipment, heat, held }: Stored, at: number): void {
      const { stopAll } = held;
      const lockOuts = locksAt(held, at).map(({ channel, reason, endsAt }) => {
        return { channel, reason, leftSec: endsAt === null ? null : Math.ceil((endsAt - at) / SECOND_MS), endsAt };
      });
      const leftMs = stopAll ? stopAll.setAt + stopAll.forMin * MINUTE_MS - at : 0;
      const stop = stopAll && leftMs > 0 ? { id: stopAll.id, leftSec: Math.ceil(leftMs / SECOND_MS) } : null;
      for (const device of new Set(equipment.actuators.map((one) => one.device))) {
        const controller = controllers.of(farmId, device);
        if (!controller) continue;
        // The same stop or lock with less of it left is nothing new.
        const untimed = {
          lockOuts: lockOuts.map((one) => ({ ...one, leftSec: one.leftSec && 1 })),
          stop: stop && { ...stop, leftSec: 1 },
        };
        const ends = lockOuts.map(({ channel, endsAt }) => [channel, endsAt]);
        const key = JSON.stringify([stop?.id, ends, limitsOf(equipment, heat, untimed, device)]);
        const last = told.get(device);
        const isSame = last?.controller === controller;
        // One that keeps newer limits than were told it has them from a server that knew more than this copy does.
        if (isSame && last.key === key && controller.version() <= last.version) continue;
        const version = Math.max(last?.version ?? 0, controller.version()) + 1;
        told.set(device, { key, controller, version, first: isSame ? last.first : version });
        controller.tell({ ...limitsOf(equipment, heat, { lockOuts, stop }, device), version, term });
      }
    },
    /** Whether a controller that can be reached has taken what it was told: before that nothing is started there. */
    isInForce(device: string): boolean {
      const last = told.get(device);
      if (!last || controllers.of(farmId, device) !== last.controller) return false;
      return last.controller.version() >= last.first;
    },
  };
}
