import type { ActuatorSettings } from '#contract/control/actuator.ts';
import type { Cause } from '#contract/control/controller/command.ts';
import type { Figure, Layer, Outcome, Reason } from '#contract/control/decision.ts';
import type { ConditionGroup } from '#contract/control/rule/condition.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import type { CalendarPeriod } from '#contract/growth-calendar/growth-calendar.ts';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';

/**
 * The complete input of a decision. Instants are epoch ms of the server's wall clock; `steady` times are ms of a clock
 * that never goes back, used for durations.
 */
export type World = {
  at: number;
  /** Ms of a clock that nobody sets; `bootId` identifies the process. */
  monotonicMs: number;
  bootId: string;
  /** Identifies that clock where it goes on over restarts; left out for one that starts with the process. */
  clockId?: string | undefined;
  /** false while controllers with a known time disagree with the server's clock. */
  isClockTrusted: boolean;
  /** Index of the farm. */
  farm: number;
  actuators: readonly Actuator[];
  sensors: readonly Series[];
  /** The newest state that controllers reported of each actuator. */
  states: readonly Reported[];
  interlocks: readonly Interlock[];
  rules: readonly Rule[];
  heat: HeatSettings;
  heatCalendar: HeatCalendar | null;
  crops: readonly Crop[];
  /** null without a fresh value of a station. */
  weather: Weather | null;
  overrides: readonly Override[];
  lockOuts: readonly { channel: number; by: string }[];
  /** null without an emergency stop. */
  stopAll: { id: string; setAt: number; forMin: number } | null;
  trips: readonly { channel: number; by: string }[];
  /** Results of commands since the last decision. */
  results: readonly Result[];
  /** Ids of suspended rules that a person has checked. */
  cleared: readonly string[];
  memory: Memory;
};

export type Actuator = { channel: number; type: ActuatorTypeName; areaName: string; settings: ActuatorSettings };

export type Series = {
  channel: number;
  type: ChannelTypeName;
  areaName: string;
  intervalMs: number;
  /** [measured at, value] of good readings, calibrated. */
  points: readonly (readonly [at: number, value: number])[];
  /** Time without a new reading, ms, by the monotonic clock: after a clock was set back, old readings look new. */
  silentMs: number;
  /** Stuck, excluded by hand, or faulty by a rule of its type. */
  isDoubted: boolean;
};

export type Reported = {
  channel: number;
  levelPct: number;
  isMoving: boolean;
  /** When the server received it. */
  at: number;
  /** Remaining time of the run at `at`, ms; null when it has no end of its own. */
  endsInMs: number | null;
  /** A guard of its controller is active, so commands are refused. */
  isGuarded?: boolean;
  /** Its own switch at the machine holds it, so commands are refused. */
  isLocal?: boolean;
  /** For a start in litres: what its controller has counted for the run, L; null when it does not count. */
  dosed?: { run: string; litres: number } | null;
  /** The run that its controller carries out; left out or null without one. */
  run?: string | null;
};

export type Result = {
  id: string;
  /** The run that its command belongs to; left out where that is not known. */
  run?: string;
  channel: number;
  status: 'refused' | 'expired' | 'unproved' | 'proved';
  code: string;
};

/** A manual override of one actuator; of a valve it is a run of water. */
export type Override = {
  id: string;
  channel: number;
  levelPct: number;
  setAt: number;
  endsAt: number;
  /** For a valve: ends after this amount, L. */
  litres: number | null;
  /** For a held key: it moves until then, epoch ms, and then keeps its position. Left out or null otherwise. */
  heldUntil?: number | null;
};

export type Crop = {
  id: string;
  cultivation: string;
  budBreak: string;
  budBreakOn: string | null;
  periods: readonly Pick<CalendarPeriod, 'season' | 'high' | 'watering'>[];
};

/** One hour of the forecast; null for what the service did not give. */
export type ForecastHour = {
  tempC: number | null;
  rainMm: number | null;
  popPct: number | null;
  windMps: number | null;
};

/** Newest fresh values of the station, and the hourly forecast; null where missing. */
export type Weather = {
  /** Whether the measured values are those of the farm's own station. */
  isOwn: boolean;
  tempC: number | null;
  humidityPct: number | null;
  windMps: number | null;
  windFromDeg: number | null;
  rainMmH: number | null;
  rainTodayMm: number | null;
  /** Rain of past hours, the newest first without gaps, mm; null for an hour that was not measured. */
  pastRainMm: readonly (number | null)[];
  /** Hour by hour without gaps, from the next hour on; null when the newest forecast is too old. */
  forecast: readonly ForecastHour[] | null;
};

export type Interlock = {
  id: string;
  name: string;
  kind: 'forbid' | 'limit' | 'require' | 'trip';
  subject: readonly number[];
  when: ConditionGroup;
  /** Highest level that a limit allows, %. */
  limitPct: number;
  /** How long it stays active after its condition last held, s. */
  holdSec: number;
  /** false: the owner has switched it off; it holds nothing, and the log says so when it would have. */
  isOn: boolean;
  /** The interlock it took the place of, whose time since its condition last held counts on. */
  heldAs?: string;
};

/** What prevents an actuator or a run, as a log entry describes it. */
export type Block = Pick<Explanation, 'layer' | 'outcome' | 'reason' | 'by' | 'figures'>;

/** A command to send; the sender adds term, sequence number and times. */
export type Planned = {
  id: string;
  run: string;
  channel: number;
  do: 'on' | 'position' | 'off' | 'stop';
  levelPct: number;
  /** 0 for a command that starts nothing. */
  maxRunSec: number;
  litres: number | null;
  why: Cause;
  rule: string | null;
};

/** A log entry. */
export type Explanation = {
  at: number;
  rule: string | null;
  actuator: number | null;
  layer: Layer;
  outcome: Outcome;
  reason: Reason;
  figures: readonly Figure[];
  by: string | null;
  /** Id of the command it led to; left out without one. */
  command?: string;
};

export type Decision = {
  commands: readonly Planned[];
  explanations: readonly Explanation[];
  /** Actuators that must not move again before a person has checked them. */
  trips: readonly { channel: number; by: string }[];
  memory: Memory;
  /** The active interlocks by actuator. */
  verdicts: ReadonlyMap<number, InterlockVerdict>;
  /** Time until the next decision is due, ms; at most a minute. */
  wakeInMs: number;
};

/**
 * The effect of interlocks on an actuator: highest level (%) and the interlock's name, or a trip, which a person has to
 * clear. Its figures are for the log, which most minutes do not ask for.
 */
export type InterlockVerdict = { most: number; by: string; isTrip: boolean; figures: () => readonly Figure[] };

/** Memory of an actuator between decisions. */
export type ActuatorMemory = {
  /** Last reported level, %; null before the first report. */
  levelPct: number | null;
  /** Whether its state was known at the last decision. */
  isKnown: boolean;
  /** Steady time at which it last turned on or off; null when it was off at the first report and is since. */
  since: number | null;
  /** false: nobody saw it turn on or off, so it had done so by `since` at the latest. */
  isSinceSeen: boolean;
  /** Steady times of its starts within the last hour. */
  starts: readonly number[];
  /** Running time by Seoul date of the last days, s. */
  ranSec: Readonly<Record<string, number>>;
  /** The last command that was sent and is not yet confirmed. */
  pending: { id: string; do: Planned['do']; levelPct: number; sentAt: number; endsAt: number; why?: Cause } | null;
  /** The run of its last start. */
  run: string | null;
  /** Steady time at which it ends by itself, as reported. */
  endsAt: number | null;
  /** Number of commands so far, from which ids are derived. */
  count: number;
  /** Number of unproved commands in a row. */
  unproved: number;
  /** Steady time at which it was told to go on; null while it should be off. */
  startedAt: number | null;
  /** Steady time of its last move by command; null before the first. */
  movedAt: number | null;
  /** The last command that its controller has refused; left out or null without one, or after it has changed. */
  refused?: Refused | null;
};

/** A refused command, how often in a row, the controller's reason, and the steady time at which it was sent. */
type Refused = { do: Planned['do']; levelPct: number; times: number; code: string; sentAt: number };

/** One part of a watering run: one valve, one amount. */
export type Part = {
  valve: number;
  /** Duration, s; with a meter the longest duration. */
  sec: number;
  litres: number | null;
  /** Steady time until which the soil soaks after the previous part. */
  notBefore: number;
  /** ending: complete, but not yet seen closed. */
  state: 'waiting' | 'opening' | 'flowing' | 'ending' | 'done' | 'broken';
  /** Steady time at which the state began. */
  since: number;
  givenSec: number;
  givenLitres: number;
  /** The share that its meter has told so far, or its nominal flow without one; the controller's count may be ahead. */
  meteredLitres?: number;
  /** Readings of the meter are counted up to here, epoch ms. */
  countedTo: number;
  isMetered: boolean;
  /** Whether its meter fell silent under way, so that a share of its litres is of its nominal flow. */
  isPartlyTimed?: boolean;
  /** Why a part is ending before it was complete. */
  failure: Block | null;
};

export type Run = {
  /** UUID derived from its key, so that repeating a decision gives the same run. */
  id: string;
  rule: string | null;
  cause: Cause;
  priority: number;
  /** When it was due, epoch ms. */
  dueAt: number;
  /** Its rule names the time at which it is due; left out of others. */
  isTimed?: boolean;
  /** Steady time since when it waits for its next part. */
  waitsSince: number;
  /** It is dropped when no part could begin for this long, ms. */
  maxWaitMs: number;
  soakMs: number;
  minAirC: number | null;
  /** What kept it back at the last decision; left out where nothing did. */
  waitsFor?: Reason;
  /** Why it gives water, for the log; left out of a run that is due at its time. */
  why?: Pick<Block, 'reason' | 'figures'>;
  parts: readonly Part[];
};

/** Memory of a rule of carbon dioxide; times are steady. */
export type GhgMemory = {
  doseUntil: number | null;
  mixUntil: number;
  /** Since when every vent has been seen closed. */
  shutSince: number | null;
  airUntil: number | null;
  airedAt: number | null;
  /** Seconds of supply by Seoul date. */
  dosedSec: Readonly<Record<string, number>>;
};

/** Memory of a composite rule. */
export type CompositeMemory = {
  /** Steady time since when it acts; null while it does not. */
  actingSince: number | null;
  endedAt: number | null;
  /** Its condition was seen false, so it may act when the condition becomes true. */
  wasUnmet: boolean;
  /** Hash of what it does and when; left out by earlier versions. An edit of it ends what the rule does. */
  made?: string;
  /** Starts by Seoul date. */
  starts: Readonly<Record<string, number>>;
};

/** Memory of a watering rule; `watered` is by Seoul date. */
export type RuleMemory = {
  /** The current event of a moisture rule. */
  event: { pulses: number; firstPct: number; share: number; run: string | null; lookAt: number; key: string } | null;
  /** Steady time at which the last event ended. */
  endedAt: number | null;
  /** Since when the soil is below the start point, epoch ms; null while it is not. */
  dryAt: number | null;
  /** Events after a drought: how many reduced ones were given, and the steady time of the last. */
  steps: { given: number; at: number } | null;
  /** Why it is suspended until a person has checked it; null while it is not. */
  suspended: { reason: Reason; figures: readonly Figure[] } | null;
  watered: Readonly<Record<string, { litres: number; sec: number }>>;
  /** Hash of the fields that define its runs, and since when (epoch ms). An edit of them ends running water. */
  made: string;
  madeAt: number;
};

export type Memory = {
  at: number;
  monotonicMs: number;
  /** Identifies the monotonic clock. */
  bootId: string;
  /** The process that decided last; '' where an earlier version did. */
  process: string;
  /** How far the wall clock was ahead of it, ms; null before the first decision. */
  apartMs: number | null;
  steadyMs: number;
  /** Steady time since when the wall clock is behind the last decision; null while it is not. */
  backSince: number | null;
  actuators: Readonly<Record<string, ActuatorMemory>>;
  rules: Readonly<Record<string, RuleMemory>>;
  composites: Readonly<Record<string, CompositeMemory>>;
  ghg: Readonly<Record<string, GhgMemory>>;
  /** Slots taken: `rule:date:start` → epoch ms of the start. */
  slots: Readonly<Record<string, number>>;
  queue: readonly Run[];
  /** Steady time at which an override or an emergency stop was first seen. */
  seen: Readonly<Record<string, number>>;
  /** Latches of interlocks and guards: steady time at which each condition last held. */
  latched: Readonly<Record<string, number>>;
  /** The last log entry of each rule and actuator. */
  logged: Readonly<Record<string, string>>;
  /** Rules, and actuators ('actuator:31') of which no rule asked, by how often they have changed within the last hour. */
  flaps: Readonly<Record<string, Flap>>;
};

/** How often a rule or an actuator has changed. */
export type Flap = {
  /** Steady times of its changes within the last hour, the newest 61. */
  changes: readonly number[];
  /** Since when its lines are held back, epoch ms; null while they are written. */
  since: number | null;
  /** How many lines were held back. */
  withheld: number;
};
