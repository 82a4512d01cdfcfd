import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { decide, emptyMemory } from '#server/control/decide/decide.ts';
import type {
  Actuator,
  Explanation,
  Memory,
  Planned,
  Reported,
  Series,
  Weather,
  World,
} from '#server/control/decide/world.ts';

/** An id of a rule that consists of one digit. */
const ruleId = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

export function anActuator(channel: number, type: ActuatorTypeName, given: Partial<ActuatorSettings> = {}): Actuator {
  return { channel, type, areaName: '1동', settings: { ...defaultSettings(type), isCommanded: true, ...given } };
}

type Given = {
  /** Epoch ms of the first minute. */
  at: number;
  minutes: number;
  actuators: readonly Actuator[];
  rules?: readonly RuleFields[];
  /** Channel, type, the value at a minute (null: none), and the interval in minutes. */
  sensors?: readonly (readonly [
    channel: number,
    type: ChannelTypeName,
    value: (minute: number) => number | null,
    everyMin?: number,
  ])[];
  world?: (minute: number, second: number) => Partial<World>;
  /** Decides at least this often, s. */
  everySec?: number;
  /** Whether a command never arrives. */
  isLost?: (command: Planned, minute: number) => boolean;
  /** The code with which its controller refuses a command; undefined for one that it takes. */
  refusal?: (command: Planned, minute: number) => string | undefined;
  /** What is read of the stored memory before a decision, as of one that an earlier version stored. */
  remembered?: (memory: Memory, minute: number) => Memory;
  /** What the controller counts of an open valve, L/min by channel; of others it counts nothing. */
  countsLpm?: Readonly<Record<number, number>>;
  /** Initial levels by channel. */
  levels?: Readonly<Record<number, number>>;
};

type Tick = {
  minute: number;
  commands: readonly Planned[];
  rows: readonly Explanation[];
  levels: Readonly<Record<number, number>>;
  trips: readonly { channel: number; by: string }[];
};

/** Simulates minutes of a farm whose equipment executes commands at once and ends runs by itself. */
export function ticks({
  at,
  minutes,
  actuators,
  rules = [],
  sensors = [],
  world,
  everySec = 60,
  isLost = () => false,
  refusal = () => undefined,
  remembered = (memory) => memory,
  countsLpm = {},
  levels = {},
}: Given): Tick[] {
  const level = new Map(actuators.map(({ channel }) => [channel, levels[channel] ?? 0]));
  const endsAt = new Map<number, number>();
  const dosed = new Map<number, { run: string; litres: number }>();
  const series = new Map<number, [number, number][]>();
  const lived: Tick[] = [];
  let memory = emptyMemory;
  let results: World['results'] = [];
  let seconds = 0;
  for (let minute = 0; minute < minutes; ) {
    const now = at + seconds * 1_000;
    for (const [channel, end] of endsAt) {
      if (now < end) continue;
      level.set(channel, 0);
      endsAt.delete(channel);
    }
    if (seconds % 60 === 0) {
      for (const [channel, , value, everyMin = 1] of sensors) {
        const measured = minute % everyMin === 0 ? value(minute) : null;
        if (measured !== null) series.set(channel, [...(series.get(channel) ?? []), [now, measured]]);
      }
    }
    const decision = decide(
      worldOf(
        now,
        seconds,
        remembered(memory, minute),
        { actuators, rules, sensors, world: { results, ...world?.(minute, seconds) } },
        { level, endsAt, series, dosed },
      ),
    );
    memory = decision.memory;
    results = [];
    for (const command of decision.commands) {
      if (isLost(command, minute)) continue;
      const code = refusal(command, minute);
      if (code !== undefined) {
        results = [...results, { id: command.id, channel: command.channel, status: 'refused', code }];
        continue;
      }
      const { channel, do: what, levelPct, maxRunSec } = command;
      if (what !== 'stop') level.set(channel, what === 'off' ? 0 : levelPct);
      if (what === 'on') endsAt.set(channel, now + maxRunSec * 1_000);
      else endsAt.delete(channel);
      const { run } = command;
      if (what === 'on' && countsLpm[channel] && dosed.get(channel)?.run !== run)
        dosed.set(channel, { run, litres: 0 });
    }
    lived.push({
      minute,
      commands: decision.commands,
      rows: decision.explanations,
      levels: Object.fromEntries(level),
      trips: decision.trips,
    });
    const passedSec = Math.max(1, Math.min(everySec, Math.round(decision.wakeInMs / 1_000)));
    for (const [channel, { run, litres }] of dosed) {
      const lpm = level.get(channel) ? (countsLpm[channel] ?? 0) : 0;
      dosed.set(channel, { run, litres: litres + (lpm * passedSec) / 60 });
    }
    seconds += passedSec;
    minute = Math.floor(seconds / 60);
  }
  return lived;
}

/** What controllers and sensors have told, by channel. */
type Reports = {
  level: ReadonlyMap<number, number>;
  endsAt: ReadonlyMap<number, number>;
  series: ReadonlyMap<number, readonly [number, number][]>;
  dosed: ReadonlyMap<number, { run: string; litres: number }>;
};

function worldOf(
  now: number,
  seconds: number,
  memory: World['memory'],
  given: Pick<Given, 'actuators' | 'rules' | 'sensors'> & { world: Partial<World> | undefined },
  { level, endsAt, series, dosed }: Reports,
): World {
  const state = ({ channel }: Actuator): Reported => {
    const end = endsAt.get(channel);
    return {
      channel,
      levelPct: level.get(channel) ?? 0,
      isMoving: false,
      at: given.world?.at ?? now,
      endsInMs: end === undefined ? null : end - now,
      dosed: dosed.get(channel) ?? null,
    };
  };
  const sensor = ([channel, type, , everyMin = 1]: NonNullable<Given['sensors']>[number]): Series => {
    const points = series.get(channel) ?? [];
    const silentMs = now - (points.at(-1)?.[0] ?? 0);
    return { channel, type, areaName: '1동', intervalMs: everyMin * MINUTE_MS, points, silentMs, isDoubted: false };
  };
  return {
    at: now,
    monotonicMs: seconds * 1_000,
    bootId: 'one',
    isClockTrusted: true,
    farm: 1,
    actuators: given.actuators,
    sensors: (given.sensors ?? []).map(sensor),
    states: given.actuators.map(state),
    interlocks: [],
    rules: (given.rules ?? []).map((fields, at) => ({ id: ruleId(at + 1), createdAt: at, fields })),
    heat: { ...defaultHeatSettings, frostGuardC: 0 },
    heatCalendar: null,
    crops: [],
    weather: null,
    overrides: [],
    lockOuts: [],
    stopAll: null,
    trips: [],
    results: [],
    cleared: [],
    ...given.world,
    memory,
  };
}

/** Minutes in which an actuator was on. */
export const onsOf = (lived: readonly Tick[], channel: number): number[] =>
  lived.filter(({ levels }) => (levels[channel] ?? 0) > 0).map(({ minute }) => minute);

/** A mild day without wind or rain. */
export const mildWeather: Weather = {
  tempC: 22,
  humidityPct: 60,
  windMps: 2,
  windFromDeg: 0,
  rainMmH: 0,
  rainTodayMm: 0,
  pastRainMm: [],
  isOwn: false,
  forecast: null,
};

/** The log entries as short texts: '12 61 started DUE'. */
export function wordsOf(lived: readonly Tick[]): string[] {
  return lived.flatMap(({ minute, rows }) =>
    rows.map(
      ({ rule, actuator, outcome, reason }) => `${minute} ${actuator ?? `rule${rule?.at(-1)}`} ${outcome} ${reason}`,
    ),
  );
}
