import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { CommandLife } from '../command-life.ts';
import type { Actuator, Series } from '../decide/world.ts';

/** Flow from this share of the nominal flow on proves that water runs. */
const FLOWS_SHARE = 0.2;
/** Without a nominal flow any flow above this is a proof, L/min. */
const ANY_FLOW_LPM = 0.5;
/** Rise of carbon dioxide that proves a supply, ppm. */
const RISES_PPM = 30;
/** A heater is proved when the air warms by this much more in ten minutes than in the ten before, ℃. */
const WARMS_C = 0.2;
const LOOK_MS = 10 * MINUTE_MS;

type Seen = { isKnown: boolean; isSo: boolean };
type Sensor = Pick<Series, 'channel' | 'type' | 'areaName' | 'points'>;

/**
 * The evidence of sensors for a running command; undefined while it is too early. `isKnown` is false when no sensor
 * measures it or the sensor is silent. A silent meter is not evidence for no flow.
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
      // Proved by its own state, not by a sensor.
      return undefined;
    case null:
      return { isKnown: false, isSo: false };
  }
}

function flowProof(
  { flowChannel, nominalLpm }: Pick<ActuatorSettings, 'flowChannel' | 'nominalLpm'>,
  sensors: readonly Sensor[],
  runningAt: number,
  isDue: boolean,
): Seen | undefined {
  const meter = sensors.find(({ channel }) => channel === flowChannel);
  const flows = meter?.points.filter(([at]) => at > runningAt) ?? [];
  const leastLpm = nominalLpm === null ? ANY_FLOW_LPM : nominalLpm * FLOWS_SHARE;
  if (flows.some(([, lpm]) => lpm >= leastLpm)) return { isKnown: true, isSo: true };
  if (!isDue) return undefined;
  // From the second reading after the start on; the first may be from before it.
  return { isKnown: flows.length >= 2, isSo: false };
}

function riseProof(points: Series['points'], from: number, isDue: boolean, by: number): Seen | undefined {
  const before = points.findLast(([at]) => at <= from)?.[1];
  const after = points.filter(([at]) => at > from);
  if (before !== undefined && after.some(([, value]) => value >= before + by)) return { isKnown: true, isSo: true };
  if (!isDue) return undefined;
  return { isKnown: before !== undefined && after.length >= 2, isSo: false };
}

/** Whether the air rises by more, or falls by less, than in the ten minutes before the start. */
function warmthProof(points: Series['points'], from: number, isDue: boolean): Seen | undefined {
  if (!isDue) return undefined;
  const valueAt = (at: number) => points.findLast(([measured]) => measured <= at && at - measured < LOOK_MS)?.[1];
  const [earlier, start, later] = [valueAt(from - LOOK_MS), valueAt(from), valueAt(from + LOOK_MS)];
  if (earlier === undefined || start === undefined || later === undefined) return { isKnown: false, isSo: false };
  return { isKnown: true, isSo: later - start >= start - earlier + WARMS_C };
}
