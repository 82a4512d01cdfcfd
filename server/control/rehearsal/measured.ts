import { readingAt } from '../decide/readings.ts';
import type { Reported, Series } from '../decide/world.ts';
import { litresOf, type Past } from './past.ts';
import { unroll } from './past-series.ts';
import type { SimulatedEquipment } from './simulated-equipment.ts';
import { createWetting } from './soil.ts';

/** Source of sensor values for a simulation of the past. */
export type Measured = {
  /** Advances by `ms` with the equipment in its present state. */
  pass(ms: number, at: number): void;
  series(at: number): Series[];
  /** The last value of a sensor while it is fresh. */
  newest(channel: number, at: number): number | null;
  /** States of actuators that the server does not command. */
  uncommanded(at: number): Reported[];
};

/** The measured states of actuators. */
export function createReported({ states, stored }: Past) {
  const unrolled = new Map(states.map((series) => [series.channel, unroll(series)]));
  const isCommanded = new Map(
    stored.equipment.actuators.map(({ channel, settings }) => [channel, settings.isCommanded]),
  );
  const levelAt = (channel: number, at: number): number | null => {
    const one = unrolled.get(channel);
    one?.pass(at);
    return one ? (readingAt(one.series, at)?.value ?? null) : null;
  };
  return {
    levelAt,
    /** Actuators that are not commanded keep their measured state. */
    uncommanded: (at: number): Reported[] =>
      states.flatMap(({ channel }): Reported[] => {
        const levelPct = isCommanded.get(channel) ? null : levelAt(channel, at);
        return levelPct === null ? [] : [{ channel, levelPct, isMoving: false, at, endsInMs: null }];
      }),
  };
}

/**
 * Measured sensor values, corrected for simulated water: meters show the flow of open valves, and probes with a known
 * response become wetter.
 */
export function createMeasured(
  past: Past,
  output: SimulatedEquipment['output'],
  { uncommanded }: Pick<Measured, 'uncommanded'>,
): Measured {
  const { sensors, flowOf, stored } = past;
  const valves = stored.equipment.actuators.filter(({ type, settings }) => type === 'WATER' && settings.isCommanded);
  const isOn = (channel: number) => output(channel).levelPct > 0;
  const isFlowing = (valve: number) => {
    const upstream = valves.find(({ channel }) => channel === valve)?.settings.upstream ?? [];
    return [valve, ...upstream].every(isOn);
  };
  const wettings = past.soil.map(({ probe, valves: giving, answer }) => ({ probe, giving, ...createWetting(answer) }));
  const meters = new Map(
    valves.flatMap(({ settings: { flowChannel } }) => (flowChannel === null ? [] : [[flowChannel, [] as Point[]]])),
  );
  const unrolled = sensors.map((series) => {
    const wetting = wettings.find(({ probe }) => probe === series.channel);
    const points = meters.get(series.channel);
    if (points) return { series: { ...series, points }, pass: () => {} };
    return unroll(series, wetting && ((_, value) => wetting.shown(value)));
  });
  const byChannel = new Map(unrolled.map((one) => [one.series.channel, one]));
  const meter = (channel: number, points: Point[], at: number) => {
    const through = valves.filter(({ settings }) => settings.flowChannel === channel);
    const flows = through.map((valve) => flowOf(valve.channel));
    // With an unknown flow the meter shows nothing, and water is given by time.
    if (flows.includes(null)) return;
    const open = through.filter((valve) => isFlowing(valve.channel));
    points.push([at, open.reduce((sum, valve) => sum + (flowOf(valve.channel)?.lpm ?? 0), 0)]);
    if (points.length > MOST_POINTS) points.splice(0, MOST_POINTS / 2);
  };

  return {
    uncommanded,
    pass(ms) {
      for (const { giving, pass } of wettings) {
        const litres = giving.filter(isFlowing).reduce((sum, valve) => sum + litresOf(flowOf(valve), ms), 0);
        pass(ms, litres);
      }
    },
    series(at) {
      for (const [channel, points] of meters) meter(channel, points, at);
      return unrolled.map(({ series: { channel, type, areaName, intervalMs, points }, pass }): Series => {
        pass(at);
        const newest = points.at(-1)?.[0];
        const silentMs = newest === undefined ? SILENT_MS : at - newest;
        return { channel, type, areaName, intervalMs, points, silentMs, isDoubted: false };
      });
    },
    newest(channel, at) {
      const one = byChannel.get(channel);
      one?.pass(at);
      return one ? (readingAt(one.series, at)?.value ?? null) : null;
    },
  };
}

type Point = readonly [at: number, value: number];

/** Number of points kept for a meter. */
const MOST_POINTS = 2_000;
const SILENT_MS = Number.MAX_SAFE_INTEGER;
