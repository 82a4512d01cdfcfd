import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { CommandLife } from '../command-life.ts';
import type { Actuator, Series } from '../decide/world.ts';

/** Of the usual flow, at least: then water runs. */
const FLOWS_SHARE = 0.2;
/** A meter whose usual flow nobody has told proves by any flow, L/min. */
const ANY_FLOW_LPM = 0.5;
/** Carbon dioxide rises by so much, ppm. */
const RISES_PPM = 30;
/** Warmth shows when ten minutes bring this much more than the ten before, ℃. */
const WARMS_C = 0.2;
const LOOK_MS = 10 * MINUTE_MS;

type Seen = { isTold: boolean; isSo: boolean };
type Sensor = Pick<Series, 'channel' | 'type' | 'areaName' | 'points'>;

/**
 * What sensors say of a command that is seen to run; undefined while it is too early to tell. `isTold` false: nothing
 * measures it, or what does is silent. A silent meter is no meter that says nothing flows.
 */
export function proofOf(
  life: Pick<CommandLife, 'do' | 'type' | 'runningAt'>,
  actuator: Actuator,
  sensors: readonly Sensor[],
  now: number,
  withinMs: number | null,
): Seen | undefined {
  const { runningAt } = life;
  if (runningAt === null || life.do === 'off' || life.do === 'stop') return undefined;
  const isDue = withinMs !== null && now - runningAt >= withinMs;
  const near = (type: Series['type']) =>
    sensors.find((one) => one.type === type && one.areaName === actuator.areaName)?.points ?? [];
  switch (actuatorRows[life.type].proof) {
    case 'flow':
      return flowProof(actuator.settings, sensors, runningAt, isDue || withinMs === null);
    case 'co2':
      return riseProof(near('CO2'), runningAt, isDue, RISES_PPM);
    case 'warmth':
      return warmthProof(near('TEMPERATURE'), runningAt, isDue);
    case 'position':
      // Told by its own state, not by a sensor.
      return undefined;
    case null:
      return { isTold: false, isSo: false };
  }
}

function flowProof(
  { flowChannel, nominalLpm }: Pick<ActuatorSettings, 'flowChannel' | 'nominalLpm'>,
  sensors: readonly Sensor[],
  runningAt: number,
  isDue: boolean,
): Seen | undefined {
  const meter = sensors.find(({ channel }) => channel === flowChannel);
  const told = meter?.points.filter(([at]) => at > runningAt) ?? [];
  const leastLpm = nominalLpm === null ? ANY_FLOW_LPM : nominalLpm * FLOWS_SHARE;
  if (told.some(([, lpm]) => lpm >= leastLpm)) return { isTold: true, isSo: true };
  if (!isDue) return undefined;
  // The second reading after the start counts: the first may be of the moment before.
  return { isTold: told.length >= 2, isSo: false };
}

function riseProof(points: Series['points'], from: number, isDue: boolean, by: number): Seen | undefined {
  const before = points.findLast(([at]) => at <= from)?.[1];
  const after = points.filter(([at]) => at > from);
  if (before !== undefined && after.some(([, value]) => value >= before + by)) return { isTold: true, isSo: true };
  if (!isDue) return undefined;
  return { isTold: before !== undefined && after.length >= 2, isSo: false };
}

/** The air rises by more than it did in the ten minutes before the start, or falls by less. */
function warmthProof(points: Series['points'], from: number, isDue: boolean): Seen | undefined {
  if (!isDue) return undefined;
  const valueAt = (at: number) => points.findLast(([measured]) => measured <= at && at - measured < LOOK_MS)?.[1];
  const [earlier, start, later] = [valueAt(from - LOOK_MS), valueAt(from), valueAt(from + LOOK_MS)];
  if (earlier === undefined || start === undefined || later === undefined) return { isTold: false, isSo: false };
  return { isTold: true, isSo: later - start >= start - earlier + WARMS_C };
}
