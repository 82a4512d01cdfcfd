import { SECOND_MS } from '#contract/time/time.ts';
import type { Context } from './context.ts';
import { oncePer } from './once-per.ts';
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
export const linesOf = oncePer((actuators: readonly Actuator[]): readonly Line[] => {
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
      const upstream = [...shared]
        .sort((a, b) => a - b)
        .flatMap((channel) => actuators.find((one) => one.channel === channel) ?? []);
      return {
        key: Math.min(...own.map(({ channel }) => channel)),
        valves: own.sort((one, other) => one.channel - other.channel),
        mains: upstream.filter(({ type }) => type === 'MWATER'),
        pumps: upstream.filter(({ type }) => type === 'PUMP'),
      };
    })
    .sort((one, other) => one.key - other.key);
});

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

/** How much earlier the pump of a valve ends than the valve, ms. */
function earlierMs({ settings }: Actuator): number {
  return (settings.leadSec + PUMP_EARLIER_SEC) * SECOND_MS;
}

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
  const given = part.since + part.sec * SECOND_MS;
  const until = given + endsAloneMs(valve);
  const earlier = earlierMs(valve);
  // The pump goes on while the next valve opens before it.
  const least = given + valve.settings.leadSec * SECOND_MS;
  // Whatever is on from the part before, too, has to stay on for this one.
  return { valve: { until, least: least + earlier }, pump: { until: until - earlier, least } };
}

/** What irrigation asks of one actuator: on until a steady time, off, or no change for now. */
export type WaterRequest =
  | ({ do: 'on'; litres: number | null } & End)
  /** `isDry`: a pump that pumps against what is shut, for which its minimum time does not matter. */
  | { do: 'off'; isDry?: boolean }
  | { do: 'wait'; reason: 'lead' };

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
      const end = one.type === 'PUMP' ? noLongerThan(before, ends.pump, valve, context) : ends.valve;
      if (isReady) requests.set(one.channel, { do: 'on', ...end, litres: at === 0 ? part.litres : null });
      else {
        const isHarmful = one.type === 'PUMP' && isDry(one, line, context);
        const off = { do: 'off', isDry: isHarmful } as const;
        // Without reports nothing says that it should end, and a main valve must not shut before its pump.
        const isKnown = [...before, one].every(({ channel }) => context.state(channel) !== null);
        const mayGoOn = (isOn(one) || !isKnown) && !isHarmful;
        requests.set(one.channel, mayGoOn ? { do: 'wait', reason: 'lead' } : off);
      }
    });
  }
  const pumps = line.pumps.filter((pump) => !path.includes(pump));
  for (const pump of pumps) requests.set(pump.channel, { do: 'off', isDry: isDry(pump, line, context) });
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

/** The end of a pump, before any reported end of what it pumps through: a renewal of that may have been lost. */
function noLongerThan(path: readonly Actuator[], { until, least }: End, valve: Actuator, context: Context): End {
  const open = Math.min(...path.map(({ channel }) => context.memory(channel).endsAt ?? Number.POSITIVE_INFINITY));
  return { until: Math.min(until, open - earlierMs(valve)), least };
}

/** Whether every way from a pump is shut. */
function isDry(pump: Actuator, line: Line, context: Context): boolean {
  const fed = line.valves.filter(({ settings }) => settings.upstream.includes(pump.channel));
  const isShut = ({ channel }: Actuator) => context.state(channel)?.levelPct === 0;
  return fed.every((valve) => pathOf(valve, line).some((one) => one !== pump && isShut(one)));
}
