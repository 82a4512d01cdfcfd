import type { LiveValues } from '#contract/monitor/live.ts';
import { type GatedReading, IMPLAUSIBLE } from '../db/reading-writer.ts';

export type LiveListener = (values: LiveValues) => void;

/** Passes committed readings on to listeners; it knows nothing about connections or rights. */
export type LiveHub = {
  publish(newest: readonly GatedReading[]): void;
  /** Passes on values that another process has committed. */
  deliver(values: LiveValues): void;
  /** Messages of other processes may have been lost. */
  reportGap(): void;
  /** `onMissed`: values may have been lost, so the listener must read anew. Returns how to unsubscribe. */
  listen(listener: LiveListener, onMissed?: () => void): () => void;
};

/** `onPublished` gets what this process publishes, for other processes. */
export function createLiveHub(onPublished?: LiveListener): LiveHub {
  const listeners = new Map<LiveListener, () => void>();
  const deliver = (values: LiveValues) => {
    for (const listener of listeners.keys()) listener(values);
  };
  return {
    publish(newest) {
      if (listeners.size === 0 && !onPublished) return;
      const byFarm = new Map<number, LiveValues>();
      for (const { farmId, channelId, at, value, flag } of newest) {
        const farm = byFarm.get(farmId) ?? { farmIndex: farmId, values: [] };
        byFarm.set(farmId, farm);
        farm.values.push([channelId, at, value, (flag & IMPLAUSIBLE) !== 0]);
      }
      for (const values of byFarm.values()) {
        deliver(values);
        onPublished?.(values);
      }
    },
    deliver,
    reportGap() {
      for (const onMissed of [...listeners.values()]) onMissed();
    },
    listen(listener, onMissed = () => {}) {
      listeners.set(listener, onMissed);
      return () => listeners.delete(listener);
    },
  };
}
