import type { Figure, Outcome, Reason } from '#contract/control/decision.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { sunHeightDeg, sunTimes } from '#contract/time/sun.ts';
import { seoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { nothingKnown, rememberState, STATE_KNOWN_MS } from './actuator-memory.ts';
import { type Clock, readClock } from './clock.ts';
import { oncePer } from './once-per.ts';
import { staleAfterMs } from './readings.ts';
import type { Actuator, ActuatorMemory, Crop, Explanation, Reported, Series, World } from './world.ts';

/** The world indexed for decisions; nothing depends on the order of the input. */
export type Context = {
  world: World;
  clock: Clock;
  /** Seoul date of now, and the start of that day, epoch ms. */
  date: string;
  today: number;
  actuators: readonly Actuator[];
  actuator(channel: number): Actuator | undefined;
  sensors(channels: readonly number[]): Series[];
  /** Sensors of a type in a house, ordered by channel. */
  sensorsIn(areaName: string, type: Series['type']): Series[];
  /** The reported state of an actuator; null when it is unknown or too old. */
  state(channel: number): Reported | null;
  memory(channel: number): ActuatorMemory;
  crop(id: string | null): Crop | undefined;
  seasonOn(cropId: string | null, day: number): string | null;
  sunOf(day: number): { sunrise: number; sunset: number };
  /** How high the sun stands now, degrees. */
  sunHeightDeg(): number;
};

/** What follows from the equipment alone. */
const installed = oncePer((given: World['actuators']) => {
  const actuators = [...given].sort((one, other) => one.channel - other.channel);
  const byChannel = new Map(actuators.map((one) => [one.channel, one]));
  return { actuators, actuator: (channel: number) => byChannel.get(channel) };
});

/** Ids of all rules, also of those that are off. */
export const idsOf = oncePer((rules: World['rules']): ReadonlySet<string> => new Set(rules.map(({ id }) => id)));

export function contextOf(world: World): Context {
  const clock = readClock(world);
  const { actuators, actuator } = installed(world.actuators);
  const allSensors = world.sensors
    .map((one) => (one.silentMs > staleAfterMs(one) ? { ...one, points: [] } : one))
    .sort((one, other) => one.channel - other.channel);
  const sensors = new Map(allSensors.map((one) => [one.channel, one]));
  const states = new Map(world.states.map((one) => [one.channel, one]));
  const stateOf = (channel: number) => {
    const state = states.get(channel);
    return state && Math.abs(clock.at - state.at) <= STATE_KNOWN_MS ? state : null;
  };
  const memories = new Map(
    actuators.map((one) => [one.channel, rememberState(one, stateOf(one.channel), world, clock)] as const),
  );
  let sunDeg: number | undefined;
  const crop = (id: string | null) => (id === null ? world.crops[0] : world.crops.find((one) => one.id === id));
  return {
    world,
    clock,
    date: seoulDate(clock.at),
    today: startOfSeoulDay(clock.at),
    actuators,
    actuator,
    sensors: (channels) => channels.map((channel) => sensors.get(channel)).filter((one) => one !== undefined),
    sensorsIn: (areaName, type) => allSensors.filter((one) => one.areaName === areaName && one.type === type),
    state: stateOf,
    memory: (channel) => memories.get(channel) ?? nothingKnown,
    crop,
    seasonOn(cropId, day) {
      const found = crop(cropId);
      if (!found) return null;
      const seasons = seasonsOf(found);
      const known = seasons.get(day);
      if (known !== undefined) return known;
      const season = periodAt(found, found.budBreakOn, day)?.season ?? null;
      seasons.set(day, season);
      return season;
    },
    sunOf: rememberedSun,
    sunHeightDeg() {
      sunDeg ??= sunHeightDeg(clock.at);
      return sunDeg;
    },
  };
}

/** The growth stages of a crop by the start of the Seoul day. */
const seasonsOf = oncePer((_: Crop) => new Map<number, string | null>());

const suns = new Map<number, { sunrise: number; sunset: number }>();

/** Caches the sun times of a day: a thousand farms ask for them every minute. */
function rememberedSun(day: number): { sunrise: number; sunset: number } {
  const known = suns.get(day);
  if (known) return known;
  if (suns.size > 800) suns.clear();
  const sun = sunTimes(day);
  suns.set(day, sun);
  return sun;
}

/** Both are rounded alike, or the one would lie on the wrong side of the other. */
export function figure(
  name: Figure['name'],
  value: number,
  limit: number | null = null,
  at: number | null = null,
): Figure {
  return { name, value: toHundredths(value), limit: limit === null ? null : toHundredths(limit), at };
}

const toHundredths = (value: number) => Math.round(value * 100) / 100;

/** A log entry about a rule as a whole. */
export function aboutRule(
  { clock }: Context,
  rule: string,
  outcome: Outcome,
  reason: Reason,
  figures: readonly Figure[] = [],
  by: string | null = null,
): Explanation {
  return { at: clock.at, rule, actuator: null, layer: 'rule', outcome, reason, figures, by };
}

/** Converts a steady time into a wall clock figure. */
export function untilFigure({ clock }: Context, steady: number): Figure {
  return figure('until', clock.at + (steady - clock.steady));
}
