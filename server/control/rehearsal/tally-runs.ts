import { actuatorRows } from '#contract/control/actuator.ts';
import type { Rehearsal, RehearsedDay, RehearsedThing } from '#contract/control/rehearsal/rehearsal.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Actuator } from '../decide/world.ts';
import { litresOf, type Past } from './past.ts';

/** More runs could not be drawn. */
const MOST_RUNS = 2_000;

/** A period of a rehearsal in which no equipment changes. */
type Stretch = {
  at: number;
  ms: number;
  /** Level of an actuator, and the rule whose command set it. */
  output(channel: number): { levelPct: number; isMoving: boolean; rule: string | null };
  /** Measured level; null without a reading. */
  real(channel: number): number | null;
};

type Open = { startAt: number; isCounted: boolean };

/** Counts the times in which a rule has equipment on or open. `isFirstOnly`: only the first run of each day. */
export function createRunTally({ rule, flowOf }: Past, moved: readonly Actuator[], isFirstOnly: boolean) {
  const open = new Map<number, Open>();
  const runs: Rehearsal['runs'] = [];
  const close = (channel: number, { startAt, isCounted }: Open, endAt: number) => {
    open.delete(channel);
    if (isCounted && runs.length < MOST_RUNS) runs.push({ channel, startAt, endAt });
  };
  const isOn = ({ channel, type, settings }: Actuator, { output }: Stretch) => {
    const { levelPct, isMoving, rule: by } = output(channel);
    return by === rule.id && (levelPct > settings.restPct || (isMoving && actuatorRows[type].kind === 'position'));
  };
  const seeThing = (day: TalliedDay, stretch: Stretch, actuator: Actuator) => {
    const { at, ms, real } = stretch;
    const { channel, type, settings } = actuator;
    const flow = flowOf(channel);
    const thing = day.thing(channel, type === 'WATER' && flow !== null);
    const then = real(channel);
    if (then !== null) thing.ranMinutes = (thing.ranMinutes ?? 0) + (then > settings.restPct ? ms / MINUTE_MS : 0);
    const run = open.get(channel);
    if (!isOn(actuator, stretch)) {
      if (run) close(channel, run, at);
      return;
    }
    const { isCounted } = run ?? { isCounted: !isFirstOnly || thing.runs === 0 };
    if (!run) open.set(channel, { startAt: at, isCounted });
    if (!isCounted) return;
    if (!run) day.starts(thing, at);
    thing.minutes += ms / MINUTE_MS;
    if (thing.litres !== null) thing.litres += litresOf(flow, ms);
  };
  return {
    see(stretch: Stretch, day: TalliedDay): void {
      for (const actuator of moved) seeThing(day, stretch, actuator);
    },
    /** All runs in order of time; one that has not ended is cut at `until`. */
    runs(until: number): Rehearsal['runs'] {
      for (const [channel, run] of [...open]) close(channel, run, until);
      return runs.sort((one, other) => one.startAt - other.startAt || one.channel - other.channel);
    },
  };
}

export type TalliedDay = ReturnType<typeof createDay>;

/** Totals of one Seoul day. */
export function createDay(date: string) {
  const things = new Map<number, RehearsedThing>();
  const startsOf = new Map<number, number[]>();
  return {
    unknownMs: 0,
    beyondMs: 0,
    degreeHours: 0,
    thing(channel: number, hasFlow: boolean): RehearsedThing {
      const known = things.get(channel);
      if (known) return known;
      const made = { channel, runs: 0, mostPerHour: 0, minutes: 0, litres: hasFlow ? 0 : null, ranMinutes: null };
      things.set(channel, made);
      return made;
    },
    starts(thing: RehearsedThing, at: number): void {
      const starts = [...(startsOf.get(thing.channel) ?? []), at];
      startsOf.set(thing.channel, starts);
      thing.runs += 1;
      thing.mostPerHour = Math.max(thing.mostPerHour, starts.filter((one) => at - one < HOUR_MS).length);
    },
    summary(hasTarget: boolean): RehearsedDay {
      const beyond = { minutes: Math.round(this.beyondMs / MINUTE_MS), degreeHours: tenths(this.degreeHours) };
      return {
        date,
        things: [...things.values()].map(({ minutes, litres, ranMinutes, ...thing }) => ({
          ...thing,
          minutes: tenths(minutes),
          litres: litres === null ? null : tenths(litres),
          ranMinutes: ranMinutes === null ? null : tenths(ranMinutes),
        })),
        unknownMinutes: Math.round(this.unknownMs / MINUTE_MS),
        beyond: hasTarget ? beyond : null,
      };
    },
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
