import type { LiveValues } from '#contract/monitor/live.ts';
import { type GatedReading, IMPLAUSIBLE } from '../db/reading-writer.ts';

export type LiveListener = (values: LiveValues) => void;

/** Passes committed readings on to listeners; it knows nothing about connections or rights. */
export type LiveHub = {
  publish(newest: readonly GatedReading[]): void;
  /** Returns how to unsubscribe. */
  listen(listener: LiveListener): () => void;
};

export function createLiveHub(): LiveHub {
  const listeners = new Set<LiveListener>();
  return {
    publish(newest) {
      if (listeners.size === 0) return;
      const byFarm = new Map<number, LiveValues>();
      for (const { farmId, channelId, at, value, flag } of newest) {
        const farm = byFarm.get(farmId) ?? { farmIndex: farmId, values: [] };
        byFarm.set(farmId, farm);
        farm.values.push([channelId, at, value, (flag & IMPLAUSIBLE) !== 0]);
      }
      for (const values of byFarm.values()) for (const listener of listeners) listener(values);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
