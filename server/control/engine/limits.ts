import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { limitsOf } from './control-document.ts';
import type { Controllers } from './controllers.ts';
import type { Stored } from './load-world.ts';

/** Tells controllers their limits, guards and lock-outs when these change, before anything is asked for under them. */
export function createLimits({ controllers, term }: { controllers: Controllers; term: number }, farmId: number) {
  const told = new Map<string, { key: string; controller: unknown }>();
  let version = 0;
  return {
    tell({ equipment, heat, held: { lockOuts, stopAll } }: Stored, at: number): void {
      const leftMs = stopAll ? stopAll.setAt + stopAll.forMin * MINUTE_MS - at : 0;
      const stop = stopAll && leftMs > 0 ? { id: stopAll.id, leftSec: Math.ceil(leftMs / SECOND_MS) } : null;
      for (const device of new Set(equipment.actuators.map((one) => one.device))) {
        const controller = controllers.of(farmId, device);
        if (!controller) continue;
        controller.beat();
        // The same stop with less of it left is nothing new.
        const key = JSON.stringify([
          stop?.id,
          limitsOf(equipment, heat, { lockOuts, stop: stop && { ...stop, leftSec: 1 } }, device),
        ]);
        const last = told.get(device);
        if (last?.key === key && last.controller === controller) continue;
        told.set(device, { key, controller });
        version += 1;
        controller.tell({ ...limitsOf(equipment, heat, { lockOuts, stop }, device), version, term });
      }
    },
  };
}
