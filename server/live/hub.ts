import type { LiveValues } from '#contract/monitor/live.ts';
import { type GatedReading, IMPLAUSIBLE } from '../db/reading-writer.ts';

export type LiveListener = (values: LiveValues) => void;

/** Passes committed readings on to listeners; it knows nothing about connections or rights. */
export type LiveHub = {
  publish(newest: readonly GatedReading[]): void;
  /** What was committed by another process. */
  pass(values: LiveValues): void;
  /** Something may have been committed that nobody here was told of. */
  miss(): void;
  /** `onMissed`: what is watched has to be asked for anew. Returns the way to stop listening. */
  listen(listener: LiveListener, onMissed?: () => void): () => void;
};

/** `tellOthers` is told what was published here, for other processes. */
export function createLiveHub(tellOthers?: LiveListener): LiveHub {
  const listeners = new Map<LiveListener, () => void>();
  const pass = (values: LiveValues) => {
    for (const listener of listeners.keys()) listener(values);
  };
  return {
    publish(newest) {
      if (listeners.size === 0 && !tellOthers) return;
      const byFarm = new Map<number, LiveValues>();
      for (const { farmId, channelId, at, value, flag } of newest) {
        const farm = byFarm.get(farmId) ?? { farmIndex: farmId, values: [] };
        byFarm.set(farmId, farm);
        farm.values.push([channelId, at, value, (flag & IMPLAUSIBLE) !== 0]);
      }
      for (const values of byFarm.values()) {
        pass(values);
        tellOthers?.(values);
      }
    },
    pass,
    miss() {
      for (const onMissed of [...listeners.values()]) onMissed();
    },
    listen(listener, onMissed = () => {}) {
      listeners.set(listener, onMissed);
      return () => listeners.delete(listener);
    },
  };
}
