import { actuatorRows } from '#contract/control/actuator.ts';
import { type ChannelLimits, type ControlDocument, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import { figureOf, type InterlockCode } from '#contract/control/protection/interlock.ts';
import type { HeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Equipment, EquipmentActuator, EquipmentSensor } from './equipment.ts';

/** A controller stops a dry pump by itself when the meter shows too little for at least this time. */
const DRY_LEAST_MS = MINUTE_MS;
const MOST_GUARDS = 8;

type Guard = ControlDocument['guards'][number];
type Given = Omit<Guard, 'sensor' | 'actuator' | 'untilSec'>;

/** Guards that a controller runs by itself. Frost: after a minute below the limit, until one degree above it. */
const frostOf = (frostGuardC: number, levelPct: number): Given => {
  return { op: 'below', value: frostGuardC, hysteresis: 1, forSec: 60, levelPct };
};
/** Above this a house is opened, ℃. */
const HOT: Given = { op: 'above', value: 40, hysteresis: 3, forSec: 60, levelPct: 100 };
const overheatOf = (value: number): Given => ({ op: 'above', value, hysteresis: 3, forSec: 180, levelPct: 0 });
/** Above this temperature the crop burns behind closed vents, ℃; values of film houses. */
const HEAT: Given = { op: 'above', value: 33, hysteresis: 3, forSec: 60, levelPct: 100 };
/** From the limit of the server's interlock, m/s. */
const galeOf = (value: number): Given => ({ op: 'above', value, hysteresis: 5, forSec: 10, levelPct: 0 });
const RAIN: Given = { op: 'above', value: 0.1, hysteresis: 0.1, forSec: 60, levelPct: 0 };
/** Of a detector, between dry (0) and wet (1). */
const WET: Given = { ...RAIN, value: 0.5 };

type Held = {
  /** `leftSec` is the remaining time; null when a person has to lift the lock. */
  lockOuts: readonly { channel: number; reason: string; leftSec: number | null }[];
  /** null without an emergency stop; `leftSec` is its remaining time. */
  stop: { id: string; leftSec: number } | null;
};

/** Limits and guards for the controller of one device, without version and term. */
export function limitsOf(
  { actuators, sensors, own: set }: Equipment,
  heat: HeatSettings,
  held: Held,
  device: string,
): Pick<ControlDocument, 'v' | 'channels' | 'guards'> {
  const own = actuators.filter((one) => one.device === device);
  const near = sensors.filter((one) => one.device === device);
  return {
    v: PROTOCOL_VERSION,
    channels: Object.fromEntries(own.map((one) => [one.code, limitsOfOne(one, { own, near, set }, held)])),
    guards: guardsOf({ own, near, set }, heat),
  };
}

/** Actuators and sensors of one device, and what the owner has set of interlocks. */
type Wired = { own: readonly EquipmentActuator[]; near: readonly EquipmentSensor[]; set: Equipment['own'] };

/** What the owner has set of an interlock of an actuator. */
function setOf(set: Equipment['own'], channel: number, code: InterlockCode) {
  return set.find((one) => one.channel === channel && one.code === code)?.settings;
}

function limitsOfOne(
  { channel, type, settings }: EquipmentActuator,
  { own, near, set }: Wired,
  held: Held,
): ChannelLimits {
  const lock = held.lockOuts.find((one) => one.channel === channel);
  const stop = held.stop && settings.isCommanded ? { reason: 'STOPPED_ALL', forSec: held.stop.leftSec } : null;
  const fed = own.filter((one) => one.settings.isCommanded && one.settings.upstream.includes(channel));
  const dryRun =
    type === 'PUMP' ? dryRunOf(fed, near, figureOf('dryPump', 'value', setOf(set, channel, 'dryPump'))) : null;
  const meter = near.find((one) => one.channel === settings.flowChannel);
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
    // A lock without an end has priority over an emergency stop, which ends before the repair does.
    lockOut: lock && (lock.leftSec === null || !stop) ? { reason: lock.reason, forSec: lock.leftSec } : stop,
    ...(meter && { meter: meter.code }),
    ...(dryRun && { dryRun }),
  };
}

/** The least flow is a share of the nominal one, %. */
function dryRunOf(
  fed: readonly EquipmentActuator[],
  near: readonly EquipmentSensor[],
  sharePct: number,
): ChannelLimits['dryRun'] | null {
  const meters = fed.flatMap(({ settings: { flowChannel, nominalLpm } }) => {
    const meter = near.find(({ channel }) => channel === flowChannel);
    return meter && nominalLpm !== null ? [{ meter, nominalLpm }] : [];
  });
  const [slowest] = meters.sort((one, other) => one.nominalLpm - other.nominalLpm);
  if (!slowest) return null;
  const { meter, nominalLpm } = slowest;
  const afterMs = Math.min(600 * SECOND_MS, Math.max(DRY_LEAST_MS, 2 * meter.intervalMs));
  return { flow: meter.code, minLpm: (nominalLpm * sharePct) / 100, afterSec: afterMs / SECOND_MS };
}

/**
 * Guards for heaters and vents that a controller runs even without the server. The first active one has priority:
 * over-temperature opens; wind closes, with priority over rain and sun; heat comes before rain. Eight fit: with many
 * vents, frost and over-temperature are included first. They follow what the owner has set of the server's interlocks.
 */
function guardsOf({ own, near, set }: Wired, { frostGuardC }: HeatSettings): Guard[] {
  const commanded = own.filter(({ settings }) => settings.isCommanded);
  const heaters = commanded.filter(({ type }) => type === 'HEATER');
  const vents = commanded.filter(({ type }) => type === 'VENT');
  type ForEach = Given | ((channel: number) => Given);
  const guard = (by: readonly EquipmentActuator[], type: EquipmentSensor['type'], given: ForEach): Guard[] =>
    by.flatMap(({ channel, code, areaName }) => {
      // Wind and rain apply to the whole farm, temperature to its house.
      const sensor = near.find((one) => one.type === type && (type !== 'TEMPERATURE' || one.areaName === areaName));
      return sensor
        ? [
            {
              sensor: sensor.code,
              actuator: code,
              untilSec: null,
              ...(typeof given === 'function' ? given(channel) : given),
            },
          ]
        : [];
    });
  const value = (code: InterlockCode) => (channel: number) => figureOf(code, 'value', setOf(set, channel, code));
  const isOn = (code: InterlockCode) => (one: EquipmentActuator) => setOf(set, one.channel, code)?.isOn !== false;
  const windy = vents.filter(isOn('gale'));
  const wet = vents.filter((one) => isOn('rain')(one) || isOn('coldRain')(one));
  const heated = vents.filter(({ areaName }) => heaters.some((one) => one.areaName === areaName));
  return [
    ...guard(heaters, 'TEMPERATURE', frostOf(frostGuardC, 100)),
    ...guard(heaters, 'TEMPERATURE', (channel) => overheatOf(value('overheat')(channel))),
    ...guard(vents, 'TEMPERATURE', HOT),
    ...guard(windy, 'WIND_SPEED', (channel) => galeOf(value('gale')(channel))),
    ...guard(vents, 'TEMPERATURE', HEAT),
    // A detector is wet before a gauge has tipped; one guard of a vent leaves room for those of others.
    ...(near.some(({ type }) => type === 'RAIN_DETECT')
      ? guard(wet, 'RAIN_DETECT', WET)
      : guard(wet, 'RAINFALL', RAIN)),
    ...guard(heated, 'TEMPERATURE', frostOf(frostGuardC, 0)),
  ].slice(0, MOST_GUARDS);
}
