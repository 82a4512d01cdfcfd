/** The target state of an output. */
export type OutputTarget = {
  code: string;
  /** 0 or 100 for a switch, the position for a motor; null: stop where it is. */
  levelPct: number | null;
  /** It ends after this time unless the target is renewed, s; null: only the next target ends it. */
  forSec: number | null;
  /** Full travel of a motor, s. */
  openSec: number;
  closeSec: number;
};

/** The observed state of an output. */
export type ObservedOutput = {
  levelPct: number;
  /** Whether it is moving towards its target. */
  isMoving: boolean;
  /** Whether the level is calculated from running time instead of measured. */
  isEstimated: boolean;
  /** Whether a person controls it by a local switch. */
  isLocal: boolean;
  /** The fault in the driver's words; null without one. */
  fault: string | null;
  /** Time until it ends by itself, s, when the equipment reports it. */
  leftSec: number | null;
};

export type Observation = {
  seen: Readonly<Record<string, ObservedOutput>>;
  /** Sensor values by code; null for one that has failed. */
  sensed: Readonly<Record<string, number | null>>;
};

/** Access to the equipment. Never throws: problems are reported as faults. */
export type Driver = {
  /**
   * Sets switches to the given targets and stops motors, before anything else; `levels` are the last known positions of
   * motors, %. Resolves when done, or when it is not possible.
   */
  begin(levels: Readonly<Record<string, number>>, targets: readonly OutputTarget[]): Promise<void>;
  /** Takes new targets, in the order of execution. */
  drive(targets: readonly OutputTarget[]): void;
  /** The present state; `now` is the controller's monotonic clock, ms. */
  observe(now: number): Observation;
  /** Injects a fault; false for unknown words. */
  injectFault(words: readonly string[]): boolean;
  close(): void;
};
