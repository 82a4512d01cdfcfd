import { actuatorRows } from '#contract/control/actuator.ts';
import { type ChannelLimits, type ControlDocument, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import type { HeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Equipment, EquipmentActuator, EquipmentSensor } from './equipment.ts';

/** A dry pump is stopped by the controller itself when the meter says less than this share of the usual for so long. */
const DRY_SHARE = 0.1;
const DRY_LEAST_MS = MINUTE_MS;
/** The guard of the controller: a minute under it, until a degree above it. */
const FROST_FOR_SEC = 60;
const FROST_HYSTERESIS_C = 1;
const MOST_GUARDS = 8;

type Held = {
  lockOuts: readonly { channel: number; reason: string }[];
  /** Null while nobody has stopped everything; how long it still lasts, s. */
  stop: { id: string; leftSec: number } | null;
};

/** What the controller of one device has to keep, without version and term. */
export function limitsOf(
  { actuators, sensors }: Equipment,
  heat: HeatSettings,
  held: Held,
  device: string,
): Pick<ControlDocument, 'v' | 'channels' | 'guards'> {
  const own = actuators.filter((one) => one.device === device);
  const near = sensors.filter((one) => one.device === device);
  return {
    v: PROTOCOL_VERSION,
    channels: Object.fromEntries(own.map((one) => [one.code, limitsOfOne(one, own, near, held)])),
    guards: own.flatMap((heater) => frostGuard(heater, near, heat)).slice(0, MOST_GUARDS),
  };
}

function limitsOfOne(
  { channel, type, settings }: EquipmentActuator,
  own: readonly EquipmentActuator[],
  near: readonly EquipmentSensor[],
  held: Held,
): ChannelLimits {
  const lock = held.lockOuts.find((one) => one.channel === channel);
  const stop = held.stop && settings.isCommanded ? { reason: 'STOPPED_ALL', forSec: held.stop.leftSec } : null;
  const fed = own.filter((one) => one.settings.isCommanded && one.settings.upstream.includes(channel));
  const dryRun = type === 'PUMP' ? dryRunOf(fed, near) : null;
  return {
    kind: actuatorRows[type].kind,
    isCommanded: settings.isCommanded,
    maxRunSec: settings.maxRunSec,
    minOnSec: settings.minOnSec,
    minOffSec: settings.minOffSec,
    maxDailySec: settings.maxDailySec,
    travelOpenSec: settings.travelOpenSec,
    travelCloseSec: settings.travelCloseSec,
    restPct: settings.restPct,
    onLinkLost: settings.onLinkLost,
    requires: type === 'PUMP' ? fed.map(({ code }) => code) : [],
    lockOut: lock ? { reason: lock.reason, forSec: null } : stop,
    ...(dryRun && { dryRun }),
  };
}

function dryRunOf(fed: readonly EquipmentActuator[], near: readonly EquipmentSensor[]): ChannelLimits['dryRun'] | null {
  const meters = fed.flatMap(({ settings: { flowChannel, nominalLpm } }) => {
    const meter = near.find(({ channel }) => channel === flowChannel);
    return meter && nominalLpm !== null ? [{ meter, nominalLpm }] : [];
  });
  const [slowest] = meters.sort((one, other) => one.nominalLpm - other.nominalLpm);
  if (!slowest) return null;
  const { meter, nominalLpm } = slowest;
  const afterMs = Math.min(600 * SECOND_MS, Math.max(DRY_LEAST_MS, 2 * meter.intervalMs));
  return { flow: meter.code, minLpm: nominalLpm * DRY_SHARE, afterSec: afterMs / SECOND_MS };
}

/** A commanded heater guards its house against frost whatever becomes of the server. */
function frostGuard(
  { type, code, areaName, settings }: EquipmentActuator,
  near: readonly EquipmentSensor[],
  { frostGuardC }: HeatSettings,
): ControlDocument['guards'] {
  const air = near.find((one) => one.type === 'TEMPERATURE' && one.areaName === areaName);
  if (type !== 'HEATER' || !settings.isCommanded || !air) return [];
  const then = { actuator: code, levelPct: 100, untilSec: null };
  const when = { op: 'below', value: frostGuardC, hysteresis: FROST_HYSTERESIS_C, forSec: FROST_FOR_SEC } as const;
  return [{ sensor: air.code, ...when, ...then }];
}
