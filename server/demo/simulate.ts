/** Simulates a farm's houses over time and records the readings of their sensors. */
import * as z from 'zod/mini';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { heatTargetAt } from '#contract/heat/heat-target.ts';
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { createClimate, type Outside } from './climate.ts';
import { deepSoilC, monthPosition } from './climate-normals.ts';
import { type Commanded, type HouseOutputs, sensedIn, withCommandedFlows, withCommandedOutputs } from './commanded.ts';
import { type ControllerState, control, equipment, restingController } from './controller.ts';
import { DEMO_SEED, type DemoChannel, type DemoFarm, type DemoHouse } from './farms.ts';
import { type Equipment, type HouseState, OUTSIDE_CO2_PPM, ROOT_DEPTH_MM, stepHouse } from './greenhouse.ts';
import { isOffline, measure, seedOf } from './sensor.ts';

/** The step of the model, and the finest reporting interval of a channel. */
export const STEP_MS = MINUTE_MS;
/** The reporting interval in the older part of the history. */
const COARSE_INTERVAL_MS = 10 * MINUTE_MS;
const SETTLE_MS = 12 * DAY_MS;

const houseState = z.object({
  airC: z.number(),
  vapourGm3: z.number(),
  soilSurfaceC: z.number(),
  soilC: z.number(),
  soilWaterMm: z.number(),
  surfaceWaterMm: z.number(),
  co2Ppm: z.number(),
});

const controllerState = z.object({
  heaterOn: z.boolean(),
  heaterHeldS: z.number(),
  ventPct: z.number(),
  ventTargetPct: z.number(),
  ventHeldS: z.number(),
  curtainPct: z.number(),
  curtainDrawn: z.boolean(),
  waterLeftL: z.number(),
  waterOpenS: z.number(),
  lastWateredAt: z.number(),
});

const farmState = z.object({
  version: z.literal(1),
  /** The model has run up to and including this minute. */
  at: z.number(),
  /** Before this instant the gateway has outages, after it none: a live demonstration should not look broken. */
  outagesUntil: z.number(),
  /** From this instant on the farm's silent sensor sends nothing. */
  silentFrom: z.number(),
  houses: z.record(z.string(), z.object({ inside: houseState, controller: controllerState })),
});

/** All that the model needs to continue; plain JSON. */
export type FarmState = z.infer<typeof farmState>;

/** The stored state; undefined when it does not fit the farm (older version, other houses, damaged). */
export function parseFarmState(farm: DemoFarm, json: string): FarmState | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    return undefined; // Not JSON: handled like any other state that cannot be continued.
  }
  const parsed = z.safeParse(farmState, stored);
  if (!parsed.success || farm.houses.some(({ code }) => !parsed.data.houses[code])) return undefined;
  return parsed.data;
}

/** Readings of one channel, sorted by time. */
export type ChannelSeries = { code: string; at: Float64Array; value: Float64Array };

type Span = {
  /** The last minute to simulate, included. */
  to: number;
  heat: HeatSettings;
  /** The growth calendar that the settings may follow. */
  calendar?: HeatCalendar | null;
  /** The seed of the island; default: the demonstration's. */
  seed?: number;
  /** Readings before this instant are not recorded; the houses are simulated all the same. */
  recordFrom?: number;
  /** What the server commands; undefined: the wall controller does everything. */
  commanded?: Commanded;
  /** From here each channel reports at its own interval, before it every ten minutes. Default: always its own. */
  fineFrom?: number;
};

type Recorder = { channel: DemoChannel; seed: number; at: Float64Array; value: Float64Array; count: number };

function record(recorder: Recorder, at: number, value: number): void {
  if (recorder.count === recorder.at.length) {
    const grown = { at: new Float64Array(recorder.count * 2), value: new Float64Array(recorder.count * 2) };
    grown.at.set(recorder.at);
    grown.value.set(recorder.value);
    Object.assign(recorder, grown);
  }
  recorder.at[recorder.count] = at;
  recorder.value[recorder.count] = value;
  recorder.count += 1;
}

type Inside = { house: DemoHouse; inside: HouseState; controller: ControllerState };
type Running = Inside & { recorders: Recorder[] };

type Around = {
  at: number;
  outside: Outside;
  heat: { targetC: number; frostGuardC: number; hysteresisC: number };
  commanded: HouseOutputs | undefined;
};

/** Advances a house by one step; returns the positions of its equipment. */
function stepRunning(run: Inside, { at, outside, heat, commanded }: Around): Equipment {
  const { structure, watering } = run.house;
  const dt = STEP_MS / 1_000;
  const input = { house: structure, watering, state: run.inside, outside, heat };
  run.controller = control(run.controller, input, dt);
  if (commanded) run.controller = withCommandedOutputs(run.controller, run.house, commanded);
  const own = equipment(run.controller, structure);
  const stands = commanded ? withCommandedFlows(own, run.house, commanded, at) : own;
  run.inside = stepHouse(structure, run.inside, outside, stands, dt);
  return stands;
}

/** Houses that advance by the minute under external control; each step returns the values by channel code. */
export function createStepping(
  farm: DemoFarm,
  state: FarmState,
  { heat: settings, calendar }: { heat: HeatSettings; calendar: HeatCalendar | null },
): (steering: HouseOutputs) => { at: number; values: ReadonlyMap<string, number> } {
  const { frostGuardC, hysteresisC } = settings;
  const climate = createClimate(farm.place, DEMO_SEED);
  const houses = running(farm, state);
  let { at } = state;
  return (commanded) => {
    at += STEP_MS;
    const outside = climate(at);
    const heat = { targetC: heatTargetAt(settings, calendar, at).targetC, frostGuardC, hysteresisC };
    const values = new Map<string, number>();
    for (const run of houses) {
      const stands = stepRunning(run, { at, outside, heat, commanded });
      for (const { channel, seed } of run.recorders) {
        if (at % channel.intervalMs === 0)
          values.set(channel.code, measure(channel, seed, run.inside, stands, outside));
      }
    }
    return { at, values };
  };
}

function running(farm: DemoFarm, state: FarmState): Running[] {
  return farm.houses.map((house) => {
    const was = state.houses[house.code];
    if (!was) throw new Error(`the state of farm ${farm.code} lacks house ${house.code}`);
    const recorders = house.channels.map((channel) => ({
      channel,
      seed: seedOf(`${farm.code}/${channel.code}`),
      at: new Float64Array(1_024),
      value: new Float64Array(1_024),
      count: 0,
    }));
    return { house, recorders, inside: was.inside, controller: was.controller };
  });
}

/** Simulates the farm from `state`; returns the readings in (state.at, span.to] and the new state. */
export function simulateFarm(
  farm: DemoFarm,
  state: FarmState,
  span: Span,
): { series: ChannelSeries[]; state: FarmState } {
  const { to, heat: settings, calendar = null, recordFrom = 0, fineFrom = 0, seed = DEMO_SEED, commanded } = span;
  const { frostGuardC, hysteresisC } = settings;
  const climate = createClimate(farm.place, seed);
  const houses = running(farm, state);
  const flowing = new Map<DemoHouse, number>();
  let at = state.at;
  while (at + STEP_MS <= to) {
    at += STEP_MS;
    const outside = climate(at);
    const heat = { targetC: heatTargetAt(settings, calendar, at).targetC, frostGuardC, hysteresisC };
    const sends = at >= recordFrom && !(at < state.outagesUntil && isOffline(farm.code, at));
    commanded?.simulated.advance(at, sensedOf(houses, flowing));
    for (const run of houses) {
      const stands = stepRunning(run, { at, outside, heat, commanded });
      flowing.set(run.house, stands.flowLpm);
      if (!sends) continue;
      for (const recorder of run.recorders) {
        const { channel } = recorder;
        const interval = at < fineFrom ? Math.max(channel.intervalMs, COARSE_INTERVAL_MS) : channel.intervalMs;
        if (at % interval !== 0 || (channel.code === farm.silent?.channel && at >= state.silentFrom)) continue;
        record(recorder, at, measure(channel, recorder.seed, run.inside, stands, outside));
      }
    }
  }
  return {
    series: houses.flatMap(({ recorders }) =>
      recorders.map(({ channel, at: times, value, count }) => ({
        code: channel.code,
        at: times.slice(0, count),
        value: value.slice(0, count),
      })),
    ),
    state: {
      ...state,
      at,
      houses: Object.fromEntries(
        houses.map((run) => [run.house.code, { inside: run.inside, controller: run.controller }]),
      ),
    },
  };
}

function sensedOf(houses: readonly Running[], flowing: ReadonlyMap<DemoHouse, number>): Record<string, number> {
  return Object.assign({}, ...houses.map(({ house, inside }) => sensedIn(house, inside.airC, flowing.get(house) ?? 0)));
}

/** The state of a farm at `at`, settled by twelve days of earlier weather, so that its values do not jump. */
export function startFarm(
  farm: DemoFarm,
  at: number,
  { seed = DEMO_SEED, ...faults }: { outagesUntil?: number; silentFrom?: number; seed?: number } = {},
): FarmState {
  const to = Math.floor(at / STEP_MS) * STEP_MS;
  const fresh = freshFarm(farm, to, { seed, ...faults });
  return simulateFarm(farm, fresh, { to, seed, heat: farm.heat, recordFrom: to + STEP_MS }).state;
}

/** The same before it has settled. */
export function freshFarm(
  farm: DemoFarm,
  to: number,
  { seed = DEMO_SEED, ...faults }: { outagesUntil?: number; silentFrom?: number; seed?: number } = {},
): FarmState {
  const from = to - SETTLE_MS;
  const outside = createClimate(farm.place, seed)(from);
  const inside: HouseState = {
    airC: outside.temperatureC,
    vapourGm3: outside.vapourGm3,
    soilSurfaceC: outside.temperatureC,
    soilC: (outside.temperatureC + deepSoilC(monthPosition(from))) / 2,
    soilWaterMm: 0.34 * ROOT_DEPTH_MM,
    surfaceWaterMm: 0,
    co2Ppm: OUTSIDE_CO2_PPM,
  };
  return {
    version: 1,
    at: from,
    outagesUntil: faults.outagesUntil ?? 0,
    silentFrom: faults.silentFrom ?? to,
    houses: Object.fromEntries(farm.houses.map(({ code }) => [code, { inside, controller: restingController(from) }])),
  };
}

/** A year every ten minutes, with its last thirty days by the minute, up to the current minute. */
export function seedPlan(now: number): { from: number; fineFrom: number; to: number; outagesUntil: number } {
  const to = Math.floor(now / STEP_MS) * STEP_MS;
  return {
    from: startOfSeoulDay(to - 365 * DAY_MS),
    fineFrom: startOfSeoulDay(to - 30 * DAY_MS),
    to,
    outagesUntil: to - DAY_MS,
  };
}

/** The whole history of a farm for a demonstration seeded at `now`, and the state from which it continues. */
export function seedFarm(farm: DemoFarm, now: number): { series: ChannelSeries[]; state: FarmState } {
  const { from, fineFrom, to, outagesUntil } = seedPlan(now);
  const silentFrom = to - (farm.silent?.beforeSeedMs ?? 0);
  return simulateFarm(farm, startFarm(farm, from, { outagesUntil, silentFrom }), { to, fineFrom, heat: farm.heat });
}
