import type { Moment } from './control-life.ts';

/** Checks one property at every moment of a life; what is wrong, or null. */
export type Check = (moment: Moment) => string | null;

/** Time step of the simulation, s: a limit may be seen exceeded one step late. */
export const LOOK_SEC = 10;

export const levelOf = ({ core }: Moment, index: number) => core.outputs[String(index)]?.levelPct ?? 0;
export const isOn = (moment: Moment, index: number) => levelOf(moment, index) > 0;
