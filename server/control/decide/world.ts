import type { ActuatorSettings } from '#contract/control/actuator.ts';
import type { ConditionGroup } from '#contract/control/condition.ts';
import type { Cause } from '#contract/control/controller/command.ts';
import type { Figure, Layer, Outcome, Reason } from '#contract/control/decision.ts';
import type { Rule } from '#contract/control/rule.ts';
import type { CalendarPeriod } from '#contract/growth-calendar/growth-calendar.ts';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import type { ActuatorTypeName, ChannelTypeName } from '#contract/series/sensor-types.ts';

/**
 * Everything a decision is made of. Instants are epoch ms by the server's clock, `steady` ones ms of a count that only
 * goes forward: what has a date goes by the clock, what lasts goes by the count.
 */
export type World = {
  /** Now. */
  at: number;
  /** Ms since the process started; `bootId` tells one process from the next. */
  monotonicMs: number;
  bootId: string;
  /** False while controllers that know the time say another. */
  isClockTrusted: boolean;
  /** Index of the farm. */
  farm: number;
  actuators: readonly Actuator[];
  sensors: readonly Series[];
  /** What controllers reported, the newest of each actuator. */
  states: readonly Reported[];
  interlocks: readonly Interlock[];
  rules: readonly Rule[];
  heat: HeatSettings;
  heatCalendar: HeatCalendar | null;
  crops: readonly Crop[];
  /** Null while no station tells anything fresh. */
  weather: Weather | null;
  overrides: readonly Override[];
  lockOuts: readonly { channel: number; by: string }[];
  /** Null while nobody has stopped everything. */
  stopAll: { id: string; setAt: number; forMin: number } | null;
  trips: readonly { channel: number; by: string }[];
  /** What became of commands since the last decision. */
  results: readonly Result[];
  /** Rules that a person has looked at after they were suspended, by id. */
  cleared: readonly string[];
  memory: Memory;
};

export type Actuator = { channel: number; type: ActuatorTypeName; areaName: string; settings: ActuatorSettings };

export type Series = {
  channel: number;
  type: ChannelTypeName;
  areaName: string;
  intervalMs: number;
  /** [measured at, value] of good readings, corrected by calibration. */
  points: readonly (readonly [at: number, value: number])[];
  /** Since when nothing has come from it, ms, by the count of the machine: a clock set back makes old readings look new. */
  silentMs: number;
  /** Stuck, left out by hand, or accused by a rule of its type. */
  isDoubted: boolean;
};

export type Reported = {
  channel: number;
  levelPct: number;
  isMoving: boolean;
  /** When it was received. */
  at: number;
  /** Then it was to end by itself in so long, ms; null where nothing ends it. */
  endsInMs: number | null;
  /** A guard of its controller has it: commands are refused. */
  isGuarded?: boolean;
};

export type Result = {
  id: string;
  channel: number;
  status: 'refused' | 'expired' | 'unproved' | 'proved';
  code: string;
};

/** Grower's word on one actuator; a valve's is a run of water, told by its end. */
export type Override = {
  id: string;
  channel: number;
  levelPct: number;
  setAt: number;
  endsAt: number;
  /** Of a valve: ends after so much, L. */
  litres: number | null;
};

export type Crop = {
  id: string;
  cultivation: string;
  budBreak: string;
  budBreakOn: string | null;
  periods: readonly Pick<CalendarPeriod, 'season' | 'high' | 'watering'>[];
};

/** Newest of the station whose readings are fresh, and what is forecast by the hour; null where it is not told. */
export type Weather = {
  tempC: number | null;
  humidityPct: number | null;
  windMps: number | null;
  windFromDeg: number | null;
  rainMmH: number | null;
  rainTodayMm: number | null;
  /** Rain of past hours, the last one first, mm. */
  pastRainMm: readonly number[];
  /** From the next hour on; null when the newest forecast is too old. */
  forecast: readonly { tempC: number; rainMm: number; popPct: number; windMps: number }[] | null;
};

export type Interlock = {
  id: string;
  name: string;
  kind: 'forbid' | 'limit' | 'require' | 'trip';
  subject: readonly number[];
  when: ConditionGroup;
  /** Of a limit: at most so much, %. */
  limitPct: number;
  /** Still in force for so long after it was last so, s. */
  holdSec: number;
  isOn: boolean;
};

/** What keeps an actuator or a run from what is wanted of it. */
export type Block = Pick<Explanation, 'layer' | 'outcome' | 'reason' | 'by' | 'figures'>;

/** What is to be sent; the sender adds term, order and times. */
export type Planned = {
  id: string;
  run: string;
  channel: number;
  do: 'on' | 'position' | 'off' | 'stop';
  levelPct: number;
  /** 0 for what starts nothing. */
  maxRunSec: number;
  litres: number | null;
  why: Cause;
  rule: string | null;
};

/** A line of the log. */
export type Explanation = {
  at: number;
  rule: string | null;
  actuator: number | null;
  layer: Layer;
  outcome: Outcome;
  reason: Reason;
  figures: readonly Figure[];
  by: string | null;
};

export type Decision = {
  commands: readonly Planned[];
  explanations: readonly Explanation[];
  /** Actuators that must not move again before a person has looked. */
  trips: readonly { channel: number; by: string }[];
  memory: Memory;
  /** The interlocks in force, by actuator. */
  verdicts: ReadonlyMap<number, InterlockVerdict>;
  /** Something is due so soon, ms; at most a minute. */
  wakeInMs: number;
};

/** What interlocks leave an actuator: at most so much, %, by which of them; or a trip, which a person has to clear. */
export type InterlockVerdict = { most: number; by: string; isTrip: boolean };

/** What is known of an actuator from one decision to the next. */
export type ActuatorMemory = {
  /** As last reported, %; null before the first report. */
  levelPct: number | null;
  /** Steady time since when it has been on or off; null: since before anybody looked. */
  since: number | null;
  /** Steady times of its starts within the last hour. */
  starts: readonly number[];
  /** Seconds it ran, by Seoul date, of the last days. */
  ranSec: Readonly<Record<string, number>>;
  /** The last command sent and not yet seen to be done. */
  pending: { id: string; do: Planned['do']; levelPct: number; sentAt: number; endsAt: number } | null;
  /** The run it was last started for. */
  run: string | null;
  /** Steady time at which it stops by itself, as it reports. */
  endsAt: number | null;
  /** Commands made so far: ids are made of it. */
  count: number;
  /** Proofs missing in a row. */
  unproved: number;
  /** Steady time at which it was told to go on; null while it is to be off. */
  startedAt: number | null;
  /** Steady time of its last move by command; null before the first. */
  movedAt: number | null;
};

/** One part of a run of water: one valve, one amount. */
export type Part = {
  valve: number;
  /** How long, s; by the meter: how long at most. */
  sec: number;
  litres: number | null;
  /** Steady time before which the soil is left to take up the last part. */
  notBefore: number;
  /** ending: given, and not yet seen to be shut. */
  state: 'waiting' | 'opening' | 'flowing' | 'ending' | 'done' | 'broken';
  /** Steady time of the state's begin. */
  since: number;
  givenSec: number;
  givenLitres: number;
  /** Readings of the meter up to then are counted, epoch ms. */
  countedTo: number;
  isMetered: boolean;
  /** Of one that is ending before it was given: why. */
  failure: Block | null;
};

export type Run = {
  /** UUID made of its key, so that a decision made twice makes the same run. */
  id: string;
  rule: string | null;
  cause: Cause;
  priority: number;
  /** Epoch ms at which it was due. */
  dueAt: number;
  /** Steady time since when it waits for its next part. */
  waitsSince: number;
  /** Dropped when nothing of it has begun for so long, ms. */
  maxWaitMs: number;
  soakMs: number;
  minAirC: number | null;
  parts: readonly Part[];
};

/** What a rule of carbon dioxide remembers; times are steady. */
export type GhgMemory = {
  doseUntil: number | null;
  mixUntil: number;
  /** Since when every vent has been seen to be shut. */
  shutSince: number | null;
  airUntil: number | null;
  airedAt: number | null;
  /** Seconds supplied by Seoul date. */
  dosedSec: Readonly<Record<string, number>>;
};

/** What a rule of conditions remembers. */
export type CompositeMemory = {
  /** Steady time since when it acts; null while it does not. */
  actingSince: number | null;
  endedAt: number | null;
  /** It was seen not to be so: only then may it begin to be so. */
  wasUnmet: boolean;
  /** Starts by Seoul date. */
  starts: Readonly<Record<string, number>>;
};

/** What a rule remembers; `watered` by Seoul date. */
export type RuleMemory = {
  /** Moisture: the event that goes on. */
  event: { pulses: number; firstPct: number; share: number; run: string | null; lookAt: number; key: string } | null;
  /** Steady time of the last event's end. */
  endedAt: number | null;
  /** Epoch ms since when the soil has been below its start point; null while it is not. */
  dryAt: number | null;
  /** Events after a drought: how many were given in part, and when the last was, steady. */
  steps: { given: number; at: number } | null;
  /** Suspended until somebody has looked; why. */
  suspended: { reason: Reason; figures: readonly Figure[] } | null;
  watered: Readonly<Record<string, { litres: number; sec: number }>>;
  /** What its runs are made of, and since when (epoch ms): an edit of it ends what runs, and begins anew. */
  made: string;
  madeAt: number;
};

export type Memory = {
  at: number;
  monotonicMs: number;
  bootId: string;
  steadyMs: number;
  /** Steady time since when the clock has gone backwards; null while it is fine. */
  backSince: number | null;
  actuators: Readonly<Record<string, ActuatorMemory>>;
  rules: Readonly<Record<string, RuleMemory>>;
  composites: Readonly<Record<string, CompositeMemory>>;
  ghg: Readonly<Record<string, GhgMemory>>;
  /** Slots taken, `rule:date:start` → epoch ms of the start. */
  slots: Readonly<Record<string, number>>;
  queue: readonly Run[];
  /** Steady time at which an override or a stop was first seen. */
  seen: Readonly<Record<string, number>>;
  /** Latches of interlocks and guards: steady time at which they were last so. */
  latched: Readonly<Record<string, number>>;
  /** What was last told of a rule and an actuator. */
  told: Readonly<Record<string, string>>;
};
