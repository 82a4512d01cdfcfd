/** The target state of an output. */
export type Wish = {
  code: string;
  /** 0 or 100 for a switch, the position for a motor; null: stop where it is. */
  levelPct: number | null;
  /** It ends after this time unless the wish is renewed, s; null: only the next wish ends it. */
  forSec: number | null;
  /** Full travel of a motor, s. */
  openSec: number;
  closeSec: number;
};

/** The observed state of an output. */
export type Seen = {
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

export type Look = {
  seen: Readonly<Record<string, Seen>>;
  /** Sensor values by code; null for one that has failed. */
  sensed: Readonly<Record<string, number | null>>;
};

/** Access to the equipment. Never throws: problems are reported as faults. */
export type Driver = {
  /**
   * Sets switches to the given wishes and stops motors, before anything else; `levels` are the last known positions of
   * motors, %. Resolves when done, or when it is not possible.
   */
  begin(levels: Readonly<Record<string, number>>, wishes: readonly Wish[]): Promise<void>;
  /** Takes new wishes, in the order of execution. */
  drive(wishes: readonly Wish[]): void;
  /** The present state; `now` is the controller's monotonic clock, ms. */
  look(now: number): Look;
  /** Injects a fault; false for unknown words. */
  pretend(words: readonly string[]): boolean;
  close(): void;
};
