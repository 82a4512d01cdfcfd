import type { Command } from '#contract/control/controller/command.ts';
import type { ControllerCore, Output } from '#contract/control/controller/core.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Memory, Planned, Reported, Result } from '#server/control/decide/world.ts';
import { type ControlFarm, channel, controlSensors } from './control-farm.ts';
import type { Mutant } from './control-life.ts';

/** Time step of the simulation. */
export const STEP_MS = 10 * SECOND_MS;

/** State of a simulated farm: its controller, its server's memory, its soil. */
export type Life = {
  farm: ControlFarm;
  mutant: Mutant;
  core: ControllerCore;
  memory: Memory;
  bootId: number;
  states: Map<number, Reported>;
  told: Map<number, Output>;
  results: Result[];
  series: Map<number, [number, number][]>;
  frozen: Map<number, number>;
  heardAt: Map<number, number>;
  onWay: { planned: Planned; order: Command; dueAt: number; isLost: boolean }[];
  /** The highest sequence number that was taken, by channel. */
  newest: Map<number, number>;
  wakeAt: number;
  seq: number;
  soilPct: number;
  sinkingL: number;
  co2Ppm: number;
  trips: { channel: number; by: string; at: number }[];
  wasServerUp: boolean;
  wasControllerUp: boolean;
  version: number;
  lockKey: string;
};

/** Outside air on a winter's day: coldest before dawn, some nights below the frost guard. */
export function airAt(now: number): number {
  const day = Math.floor(now / DAY_MS);
  const low = [5, 1.5, 3.5, -1][day % 4] ?? 3;
  return low + (7 * (1 - Math.cos((2 * Math.PI * (now / DAY_MS - 0.22)) % (2 * Math.PI)))) / 1;
}

function levelOf(life: Life, index: number): number {
  return life.core.outputs[String(index)]?.levelPct ?? 0;
}

export function flowOf(life: Life, isStuck: boolean): number {
  const hasMain = life.farm.actuators.some(({ channel: index }) => index === channel.main);
  if (levelOf(life, channel.pump) === 0 || (hasMain && levelOf(life, channel.main) === 0) || isStuck) return 0;
  return [channel.valve1, channel.valve2].filter((index) => levelOf(life, index) > 0).length * life.farm.nominalLpm;
}

export function soak(life: Life, flowLpm: number, soil: number | null): void {
  const isOnBed = levelOf(life, channel.valve2) > 0;
  const sunk = life.sinkingL * (STEP_MS / (20 * MINUTE_MS));
  life.sinkingL += (isOnBed ? (flowLpm * STEP_MS) / MINUTE_MS : 0) - sunk;
  life.soilPct = soil ?? Math.min(45, Math.max(15, life.soilPct + sunk * 0.006 - (6 * STEP_MS) / DAY_MS));
}

export function measure(
  life: Life,
  { now, sensors }: { now: number; sensors: ReadonlyMap<number, 'fine' | 'silent' | 'stuck'> },
  at: number,
  airC: number,
  flowLpm: number,
): void {
  life.co2Ppm +=
    levelOf(life, channel.supply) > 0 ? (40 * STEP_MS) / MINUTE_MS : (410 - life.co2Ppm) * (STEP_MS / (30 * MINUTE_MS));
  for (const { channel: index, intervalMs } of controlSensors) {
    if (now % intervalMs !== 0 || sensors.get(index) === 'silent') continue;
    const value = trueValue(life, index, airC, flowLpm);
    const isStuck = sensors.get(index) === 'stuck';
    if (!isStuck) life.frozen.delete(index);
    else if (!life.frozen.has(index)) life.frozen.set(index, value);
    const own = life.series.get(index) ?? [];
    life.heardAt.set(index, now);
    // After the clock was set back, new readings have earlier times than old ones.
    let place = own.length;
    while (place > 0 && (own[place - 1]?.[0] ?? 0) > at) place -= 1;
    own.splice(place, 0, [at, life.frozen.get(index) ?? value]);
    if (own.length > 2_000) own.splice(0, 1_000);
    life.series.set(index, own);
  }
}

function trueValue(life: Life, index: number, airC: number, flowLpm: number): number {
  switch (index) {
    case channel.air:
      return airC;
    case channel.humidity:
      return Math.max(40, 100 - 3 * airC);
    case channel.co2:
      return life.co2Ppm;
    case channel.soil1:
      return life.soilPct;
    case channel.soil2:
      return life.soilPct + 1;
    default:
      return flowLpm;
  }
}
