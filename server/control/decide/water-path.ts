import { SECOND_MS } from '#contract/time/time.ts';
import type { Context } from './context.ts';
import type { Actuator, Part } from './world.ts';

/** A water line: valves that share a pump, a main valve or a meter, and so take turns. */
export type Line = {
  /** Its lowest channel number. */
  key: number;
  valves: readonly Actuator[];
  mains: readonly Actuator[];
  pumps: readonly Actuator[];
};

/** All lines of a farm, ordered by their lowest channel. */
export function linesOf({ actuators, actuator }: Pick<Context, 'actuators' | 'actuator'>): Line[] {
  const valves = actuators.filter(({ type }) => type === 'WATER');
  // Groups of connected channels; a valve that shares channels of several groups joins them.
  let groups: { valves: Actuator[]; shared: Set<number> }[] = [];
  for (const valve of valves) {
    const { upstream, flowChannel } = valve.settings;
    const shared = new Set([...upstream, ...(flowChannel === null ? [] : [flowChannel])]);
    const touched = groups.filter((group) => [...shared].some((channel) => group.shared.has(channel)));
    groups = groups.filter((group) => !touched.includes(group));
    groups.push({
      valves: [...touched.flatMap((group) => group.valves), valve],
      shared: new Set([...shared, ...touched.flatMap((group) => [...group.shared])]),
    });
  }
  return groups
    .map(({ valves: own, shared }) => {
      const upstream = [...shared].sort((a, b) => a - b).flatMap((channel) => actuator(channel) ?? []);
      return {
        key: Math.min(...own.map(({ channel }) => channel)),
        valves: own.sort((one, other) => one.channel - other.channel),
        mains: upstream.filter(({ type }) => type === 'MWATER'),
        pumps: upstream.filter(({ type }) => type === 'PUMP'),
      };
    })
    .sort((one, other) => one.key - other.key);
}

/** Everything that must be open or running for a valve to give water, from the valve to the pump. */
export function pathOf(valve: Actuator, line: Line): Actuator[] {
  const isOwn = ({ channel }: Actuator) => valve.settings.upstream.includes(channel);
  return [valve, ...line.mains.filter(isOwn), ...line.pumps.filter(isOwn)];
}

/** Allowance for the delay of starting and of ending a run, s. */
const SLACK_SEC = 60;
/**
 * The pump ends this much before the valve in addition to the lead, s, so that the order is right even without the
 * server.
 */
const PUMP_EARLIER_SEC = 15;

/** The longest watering of a valve, s, without the times of opening and closing. */
export function longestPartSec({ settings }: Actuator): number {
  return Math.max(0, settings.maxRunSec - 2 * settings.leadSec - SLACK_SEC);
}

/** A part that has been given is over after this time, ms, even if no report arrives. */
export function endsAloneMs({ settings }: Actuator): number {
  return (2 * settings.leadSec + SLACK_SEC) * SECOND_MS;
}

/**
 * When something ends by itself, steady: the end in the command, and the earliest end that is sufficient for the part.
 */
type End = { until: number; least: number };

/**
 * When the actuators of a part end by themselves. The pump ends first, so that the order is right even without the
 * server.
 */
function endsOf(valve: Actuator, part: Part): { valve: End; pump: End } {
  const { leadSec } = valve.settings;
  const given = part.since + part.sec * SECOND_MS;
  const until = given + endsAloneMs(valve);
  const isFlowing = part.state === 'flowing';
  return {
    valve: { until, least: isFlowing ? given + leadSec * SECOND_MS : part.since },
    pump: { until: until - (leadSec + PUMP_EARLIER_SEC) * SECOND_MS, least: isFlowing ? given : part.since },
  };
}

/** What irrigation asks of one actuator: on until a steady time, off, or no change for now. */
export type WaterRequest = ({ do: 'on'; litres: number | null } & End) | { do: 'off' } | { do: 'wait'; reason: 'lead' };

/**
 * The next step of a line towards watering `part`, or towards no water. It starts from reported states, so a restart, a
 * lost command or a repeated decision continue correctly. Valves open first, then main valves, then pumps start; at the
 * end the other way round. The pump stays on between two valves.
 */
export function convergence(line: Line, part: Part | null, context: Context): Map<number, WaterRequest> {
  const requests = new Map<number, WaterRequest>();
  const valve = part && line.valves.find(({ channel }) => channel === part.valve);
  const path = valve ? pathOf(valve, line) : [];
  const isOn = ({ channel }: Actuator) => (context.state(channel)?.levelPct ?? 0) > 0;
  const leadMs = Math.max(0, ...line.valves.map(({ settings }) => settings.leadSec)) * SECOND_MS;
  const onFor = (one: Actuator) => (isOn(one) ? context.clock.steady - (context.memory(one.channel).since ?? 0) : -1);
  const offFor = (one: Actuator) =>
    isOn(one) || context.state(one.channel) === null
      ? -1
      : context.clock.steady - (context.memory(one.channel).since ?? 0);

  if (part && valve) {
    const ends = endsOf(valve, part);
    path.forEach((one, at) => {
      const before = path.slice(0, at);
      const isReady = before.every((other) => onFor(other) >= (one.type === 'PUMP' ? leadMs : 0));
      const end = one.type === 'PUMP' ? ends.pump : ends.valve;
      if (isReady) requests.set(one.channel, { do: 'on', ...end, litres: at === 0 ? part.litres : null });
      else requests.set(one.channel, isOn(one) ? { do: 'wait', reason: 'lead' } : { do: 'off' });
    });
  }
  const pumps = line.pumps.filter((pump) => !path.includes(pump));
  for (const pump of pumps) requests.set(pump.channel, { do: 'off' });
  const isTakenOver = valve ? onFor(valve) >= leadMs : false;
  for (const one of [...line.mains, ...line.valves].filter((other) => !path.includes(other))) {
    const feeding = line.pumps.filter(
      ({ channel }) => one.settings.upstream.includes(channel) || one.type === 'MWATER',
    );
    const isSafe = isTakenOver || feeding.every((pump) => offFor(pump) >= leadMs);
    requests.set(one.channel, isSafe || !isOn(one) ? { do: 'off' } : { do: 'wait', reason: 'lead' });
  }
  return requests;
}
