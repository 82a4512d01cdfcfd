/** What an output is to do from now on. */
export type Wish = {
  code: string;
  /** 0 or 100 for a switch, where to go for a motor; null: stop where it is. */
  levelPct: number | null;
  /** It ends after so long though nobody says so again, s; null where only the next wish ends it. */
  forSec: number | null;
  /** A motor's full travel, s. */
  openSec: number;
  closeSec: number;
};

/** What is known of an output, whatever was wished. */
export type Seen = {
  levelPct: number;
  /** What was wished is on its way. */
  isMoving: boolean;
  /** Reckoned from time, not measured. */
  isEstimated: boolean;
  /** A person has it by a switch on the spot. */
  isLocal: boolean;
  /** What is broken, in the driver's words; null while nothing is. */
  fault: string | null;
  /** When it will end by itself, s, where the equipment says so. */
  leftSec: number | null;
};

export type Look = {
  seen: Readonly<Record<string, Seen>>;
  /** What sensors say by code; null where one is dead. */
  sensed: Readonly<Record<string, number | null>>;
};

/** The way to the equipment. Nothing here throws: what does not work is a fault that is seen. */
export type Driver = {
  /**
   * Switches to where the wishes say and motors to a halt, before anything else happens; `levels`: where motors are
   * believed to stand, %. Resolves when that is done, or cannot be.
   */
  begin(levels: Readonly<Record<string, number>>, wishes: readonly Wish[]): Promise<void>;
  /** New wishes, in the order in which they are to be carried out. */
  drive(wishes: readonly Wish[]): void;
  /** How all stands now; `now` is the count of the controller, ms. */
  look(now: number): Look;
  /** Makes a fault on demand; false where it does not know the words. */
  pretend(words: readonly string[]): boolean;
  close(): void;
};
