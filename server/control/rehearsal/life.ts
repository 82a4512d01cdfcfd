import { SECOND_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { asFarAsKnown } from '../built-in-interlocks.ts';
import { decideUnlogged, emptyMemory } from '../decide/decide.ts';
import type { Explanation, Memory, Result, World } from '../decide/world.ts';
import { createClosedLoop } from './closed-loop.ts';
import { createMeasured, createReported } from './measured.ts';
import type { Past } from './past.ts';
import { createSimulatedEquipment } from './simulated-equipment.ts';

/** Delay of the next decision after a movement, ms, as in the engine. */
const SOON_MS = SECOND_MS;

/** A simulation of a farm's past with the rule in force. */
type Life = {
  /** Decides at an instant, which may not go back. Returns all explanations, and when to decide next. */
  look(at: number): { rows: readonly Explanation[]; nextAt: number };
  /** Present level of an actuator, and the rule whose command set it. */
  output(channel: number): { levelPct: number; isMoving: boolean; rule: string | null };
  /** Measured level at that time, %; null without a reading. */
  real(channel: number): number | null;
  /** Whether a sensor has a fresh value. */
  isFresh(sensor: number): boolean;
};

export function createLife(past: Past): Life {
  const { begin, stored, rules } = past;
  const { equipment, interlocks, heat, heatCalendar, crops } = stored;
  const reported = createReported(past);
  const kept = createSimulatedEquipment(equipment, heat, begin, (channel) => reported.levelAt(channel, begin) ?? 0);
  const measured = past.houses
    ? createClosedLoop(past, past.houses, kept.output)
    : createMeasured(past, kept.output, reported);
  const actuators = equipment.actuators.map(({ channel, type, areaName, settings }) => {
    return { channel, type, areaName, settings };
  });
  let memory: Memory = emptyMemory;
  let results: readonly Result[] = [];
  let trips: World['trips'] = [];
  let now = begin;

  const measuredAt = (at: number): Pick<World, 'at' | 'sensors' | 'weather' | 'interlocks'> => {
    const told = { at, sensors: measured.series(at), weather: past.weather(at) };
    return { ...told, interlocks: asFarAsKnown(interlocks, told) };
  };
  const worldAt = (at: number, isNewDay: boolean): World => ({
    ...measuredAt(at),
    monotonicMs: at - begin,
    bootId: 'rehearsal',
    isClockTrusted: true,
    farm: 0,
    actuators,
    states: [...kept.states(), ...measured.uncommanded(at)],
    rules,
    heat,
    heatCalendar,
    crops,
    overrides: [],
    lockOuts: [],
    stopAll: null,
    trips,
    results,
    cleared: isNewDay ? rules.map(({ id }) => id) : [],
    memory,
  });

  return {
    look(at) {
      measured.pass(at - now, at);
      kept.advance(at, (channel) => measured.newest(channel, at));
      // Once a day trips and suspensions are cleared, as if a person had checked them.
      const isNewDay = startOfSeoulDay(now) !== startOfSeoulDay(at);
      if (isNewDay) trips = [];
      now = at;
      const decision = decideUnlogged(worldAt(at, isNewDay));
      memory = decision.memory;
      trips = [...trips, ...decision.trips];
      results = kept.take(decision.commands);
      const inMs = decision.commands.length > 0 ? SOON_MS : Math.max(SOON_MS, decision.wakeInMs);
      return { rows: decision.explanations, nextAt: Math.min(at + inMs, Math.max(at + SOON_MS, kept.nextEndAt())) };
    },
    output: kept.output,
    real: (channel) => reported.levelAt(channel, now),
    isFresh: (sensor) => measured.newest(sensor, now) !== null,
  };
}
