import { SECOND_MS } from '#contract/time/time.ts';
import type { Context } from './context.ts';
import type { Actuator, Part } from './world.ts';

/** Valves that share a pump, a main valve or a meter take turns. */
export type Line = {
  /** Its lowest channel. */
  key: number;
  valves: readonly Actuator[];
  mains: readonly Actuator[];
  pumps: readonly Actuator[];
};

/** All lines of a farm, in the order of their lowest channels. */
export function linesOf({ actuators, actuator }: Pick<Context, 'actuators' | 'actuator'>): Line[] {
  const valves = actuators.filter(({ type }) => type === 'WATER');
  // Groups of channels that hang together; a valve that touches several joins them.
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

/** Everything that must be open or run for a valve to give water, the valve first and the pump last. */
export function pathOf(valve: Actuator, line: Line): Actuator[] {
  const isOwn = ({ channel }: Actuator) => valve.settings.upstream.includes(channel);
  return [valve, ...line.mains.filter(isOwn), ...line.pumps.filter(isOwn)];
}

/** Between asking for a start and water that runs, and between its end and the end that was told to the valve, s. */
const SLACK_SEC = 60;
/** The pump ends so much before the valve, besides the lead, s: by its own clock, with no server. */
const PUMP_EARLIER_SEC = 15;

/** The longest that a valve can give at once, s: opening and closing are part of its run. */
export function longestPartSec({ settings }: Actuator): number {
  return Math.max(0, settings.maxRunSec - 2 * settings.leadSec - SLACK_SEC);
}

/** What has been given ends by itself within this, ms, though nobody hears of it. */
export function endsAloneMs({ settings }: Actuator): number {
  return (2 * settings.leadSec + SLACK_SEC) * SECOND_MS;
}

/** By when something ends by itself, steady: as it is told, and the earliest that still lets the part finish. */
type End = { until: number; least: number };

/** How the path of a part ends by itself. The pump goes first: the order of ending holds with no server. */
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

/** What the water wants of one actuator: on until a steady time, off, or to be left as it is for now. */
export type WaterWish = ({ do: 'on'; litres: number | null } & End) | { do: 'off' } | { do: 'wait'; reason: 'lead' };

/**
 * The next step on the way to what is wanted of a line: `part` flowing, or nothing. It goes by what is reported, so that
 * a restart, a lost command and a repeated decision all lead on from where the equipment is. Valve first, main valve
 * second, pump last; the other way round at the end; from one valve to the next the pump stays on.
 */
export function convergence(line: Line, part: Part | null, context: Context): Map<number, WaterWish> {
  const wishes = new Map<number, WaterWish>();
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
      if (isReady) wishes.set(one.channel, { do: 'on', ...end, litres: at === 0 ? part.litres : null });
      else wishes.set(one.channel, isOn(one) ? { do: 'wait', reason: 'lead' } : { do: 'off' });
    });
  }
  const pumps = line.pumps.filter((pump) => !path.includes(pump));
  for (const pump of pumps) wishes.set(pump.channel, { do: 'off' });
  const isTakenOver = valve ? onFor(valve) >= leadMs : false;
  for (const one of [...line.mains, ...line.valves].filter((other) => !path.includes(other))) {
    const feeding = line.pumps.filter(
      ({ channel }) => one.settings.upstream.includes(channel) || one.type === 'MWATER',
    );
    const isSafe = isTakenOver || feeding.every((pump) => offFor(pump) >= leadMs);
    wishes.set(one.channel, isSafe || !isOn(one) ? { do: 'off' } : { do: 'wait', reason: 'lead' });
  }
  return wishes;
}
