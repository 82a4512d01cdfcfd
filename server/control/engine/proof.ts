import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { type CommandLife, type Evidence, provedSince } from '../command-life.ts';
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
/** A valve that was open for less may not have filled its pipe, ms. */
const FILLS_MS = MINUTE_MS;

type Sensor = Pick<Series, 'channel' | 'type' | 'areaName' | 'points'>;

/** A dose that was ended earlier than this before its own end was cut, ms. */
const CUT_MS = 15 * SECOND_MS;

/**
 * The evidence of sensors for the run of a command, also after a dose has ended; undefined while it is too early.
 * `isKnown` is false when no sensor measures it or the sensor is silent. A silent meter is not evidence for no flow.
 */
export function proofOf(
  life: Pick<CommandLife, 'do' | 'type' | 'acceptedAt' | 'runningAt' | 'runSince' | 'endedAt' | 'maxRunSec'>,
  actuator: Actuator,
  sensors: readonly Sensor[],
  now: number,
  withinMs: number | null,
): Evidence | undefined {
  const since = provedSince(life);
  if (since === null || life.do === 'off' || life.do === 'stop') return undefined;
  const isDue = withinMs === null || now - since >= withinMs;
  const near = (type: Series['type']) =>
    sensors.find((one) => one.type === type && one.areaName === actuator.areaName)?.points;
  switch (actuatorRows[life.type].proof) {
    case 'flow':
      return flowProof(actuator.settings, sensors, { since, endedAt: life.endedAt }, isDue);
    case 'co2':
      return riseProof(near('CO2'), since, isDue, wasCut(life));
    case 'warmth':
      return warmthProof(near('TEMPERATURE'), since, isDue);
    case 'position':
      // Proved by its own state, not by a sensor.
      return undefined;
    case null:
      return unmeasured;
  }
}

const unmeasured: Evidence = { isKnown: false, isSo: false, hasSensor: false };
const shown: Evidence = { isKnown: true, isSo: true, hasSensor: true };

/** Nothing was shown; that is evidence only when enough was told. */
function notShown(isKnown: boolean): Evidence {
  return { isKnown, isSo: false, hasSensor: true };
}

function flowProof(
  { flowChannel, nominalLpm }: Pick<ActuatorSettings, 'flowChannel' | 'nominalLpm'>,
  sensors: readonly Sensor[],
  { since, endedAt }: { since: number; endedAt: number | null },
  isDue: boolean,
): Evidence | undefined {
  const meter = sensors.find(({ channel }) => channel === flowChannel);
  if (!meter) return unmeasured;
  // What flows after the end is of another valve.
  const flows = meter.points.filter(([at]) => at > since && (endedAt === null || at <= endedAt));
  const leastLpm = nominalLpm === null ? ANY_FLOW_LPM : nominalLpm * FLOWS_SHARE;
  if (flows.some(([, lpm]) => lpm >= leastLpm)) return shown;
  if (!isDue) return undefined;
  // From the second reading after the start on; the first may be from before it. A pipe takes time to fill.
  return notShown(flows.length >= 2 && (endedAt === null || endedAt - since >= FILLS_MS));
}

/** Whether a dose was ended before its own end, as by a vent that opened: then the air need not show it. */
function wasCut({ acceptedAt, endedAt, maxRunSec }: Pick<CommandLife, 'acceptedAt' | 'endedAt' | 'maxRunSec'>) {
  return endedAt !== null && acceptedAt !== null && endedAt - acceptedAt < maxRunSec * SECOND_MS - CUT_MS;
}

function riseProof(
  points: Series['points'] | undefined,
  from: number,
  isDue: boolean,
  isCut: boolean,
): Evidence | undefined {
  if (!points) return unmeasured;
  const before = points.findLast(([at]) => at <= from)?.[1];
  const after = points.filter(([at]) => at > from);
  if (before !== undefined && after.some(([, value]) => value >= before + RISES_PPM)) return shown;
  if (!isDue) return undefined;
  // A sensor that falls silent soon after the start may have missed the rise.
  const toldUntil = after.at(-1)?.[0] ?? from;
  return notShown(!isCut && before !== undefined && after.length >= 2 && toldUntil - from >= LOOK_MS / 2);
}

/** Whether the air rises by more, or falls by less, than in the ten minutes before the start. */
function warmthProof(points: Series['points'] | undefined, from: number, isDue: boolean): Evidence | undefined {
  if (!points) return unmeasured;
  if (!isDue) return undefined;
  const valueAt = (at: number) => points.findLast(([measured]) => measured <= at && at - measured < LOOK_MS)?.[1];
  const [earlier, start, later] = [valueAt(from - LOOK_MS), valueAt(from), valueAt(from + LOOK_MS)];
  if (earlier === undefined || start === undefined || later === undefined) return notShown(false);
  return later - start >= start - earlier + WARMS_C ? shown : notShown(true);
}
