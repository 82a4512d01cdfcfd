import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { limitsOf } from './control-document.ts';
import type { Controller, Controllers } from './controllers.ts';
import { locksAt } from './held.ts';
import type { Stored } from './load-world.ts';

/** The last document sent to a controller and when, epoch ms, and the version of the first one since it connected. */
type SentDocument = { key: string; controller: Controller; version: number; first: number; at: number };

/** A document that its controller has not taken is sent again after this time, ms: the broker may have refused it. */
const AGAIN_MS = 30 * SECOND_MS;

/** Sends controllers their limits, guards and lock-outs when these change, before any command that depends on them. */
export function createLimits({ controllers, term }: { controllers: Controllers; term: number }, farmId: number) {
  const sent = new Map<string, SentDocument>();
  return {
    tell({ equipment, heat, held }: Pick<Stored, 'equipment' | 'heat' | 'held'>, at: number): void {
      const { stopAll } = held;
      const lockOuts = locksAt(held, at).map(({ channel, reason, endsAt }) => {
        return { channel, reason, leftSec: endsAt === null ? null : Math.ceil((endsAt - at) / SECOND_MS), endsAt };
      });
      const leftMs = stopAll ? stopAll.setAt + stopAll.forMin * MINUTE_MS - at : 0;
      const stop = stopAll && leftMs > 0 ? { id: stopAll.id, leftSec: Math.ceil(leftMs / SECOND_MS) } : null;
      // A device whose last actuator was deleted is told so, too: its controller ends what runs there.
      for (const device of new Set([...equipment.actuators.map((one) => one.device), ...sent.keys()])) {
        const controller = controllers.of(farmId, device);
        if (!controller) continue;
        // Less remaining time of the same stop or lock is no change.
        const untimed = {
          lockOuts: lockOuts.map((one) => ({ ...one, leftSec: one.leftSec && 1 })),
          stop: stop && { ...stop, leftSec: 1 },
        };
        const ends = lockOuts.map(({ channel, endsAt }) => [channel, endsAt]);
        const key = JSON.stringify([stop?.id, ends, limitsOf(equipment, heat, untimed, device)]);
        const last = sent.get(device);
        const isSame = last?.controller === controller;
        // A controller with a newer version got it from a server whose database was newer than this one.
        const isKnown = isSame && last.key === key && controller.version() <= last.version;
        // The difference without a sign, so that a clock that is set back does not hold it back.
        if (isKnown && (controller.version() === last.version || Math.abs(at - last.at) < AGAIN_MS)) continue;
        const version = isKnown ? last.version : Math.max(last?.version ?? 0, controller.version()) + 1;
        sent.set(device, { key, controller, version, first: isSame ? last.first : version, at });
        controller.tell({ ...limitsOf(equipment, heat, { lockOuts, stop }, device), version, term });
      }
    },
    /** Whether a connected controller has taken its limits; nothing is started there before. */
    isInForce(device: string): boolean {
      const last = sent.get(device);
      if (!last || controllers.of(farmId, device) !== last.controller) return false;
      return last.controller.version() >= last.first;
    },
    /** Whether a connected controller has taken the limits and guards that it was sent last. */
    isUpToDate(device: string): boolean {
      const last = sent.get(device);
      if (!last || controllers.of(farmId, device) !== last.controller) return false;
      return last.controller.version() >= last.version;
    },
  };
}
