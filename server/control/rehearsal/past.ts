import { leavesOf } from '#contract/control/rule/condition.ts';
import { channelsMovedBy, type Rule, type RuleFields, sensorsReadBy } from '#contract/control/rule/rule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { calibratedChannels } from '../../db/calibration.ts';
import type { Store } from '../../db/open.ts';
import type { RealSources } from '../../weather/places.ts';
import type { Interlock, Weather } from '../decide/world.ts';
import type { Equipment, EquipmentActuator } from '../engine/equipment.ts';
import { loadStored, type Stored } from '../engine/load-world.ts';
import type { Pace } from './pace.ts';
import { loadPast, type PastPoints, type PastSeries } from './past-series.ts';
import { loadPastWeather } from './past-weather.ts';
import type { FindHouses, SimulatedHouses } from './simulated-houses.ts';
import { learnSoil, median, type PastDose, type SoilAnswer } from './soil.ts';

type Flow = { lpm: number; isNominal: boolean };

/** Input of a rehearsal: what is known of a farm's last days. */
export type Past = {
  /** The simulated range, epoch ms. */
  begin: number;
  end: number;
  /** The farm as it is now; everything that the rule moves counts as commanded. */
  stored: Pick<Stored, 'equipment' | 'interlocks' | 'heat' | 'heatCalendar' | 'crops'>;
  /** The rule, enabled and acting, with the other rules in force. */
  rules: readonly Rule[];
  rule: Rule;
  /** Actuators that count as commanded although they are not. */
  newlyCommanded: readonly number[];
  sensors: readonly PastSeries[];
  /** Measured states of actuators. */
  states: readonly PastSeries[];
  weather(at: number): Weather | null;
  /** Flow of a valve in L/min and its source; null when unknown. */
  flowOf(valve: number): Flow | null;
  /** How soil moisture at each probe has reacted to the rule's valves. */
  soil: readonly { probe: number; valves: readonly number[]; answer: SoilAnswer }[];
  /** Number of past doses of the rule's own valves. */
  soilRuns: number;
  /** Whether the farm has simulated houses, and those that react when asked for. */
  hasModel: boolean;
  houses: SimulatedHouses | undefined;
};

/** Readings needed before the first minute, for conditions and for learning the soil, ms. */
const BEFORE_MS = 6 * HOUR_MS;
const LEARN_MS = 16 * DAY_MS;
/** Smaller flows count as none, L/min. */
const FLOWS_LPM = 0.5;

type Asked = {
  farmId: number;
  rule: Rule;
  begin: number;
  end: number;
  /** Simulated houses react to the rule. */
  isClosedLoop?: boolean;
  findHouses?: FindHouses | undefined;
};

/** Loads all inputs of the decisions; undefined for a farm that does not exist. */
export async function loadPastOf(
  store: Store,
  real: RealSources,
  { farmId, rule, begin, end, isClosedLoop = false, findHouses }: Asked,
  pace: Pace,
): Promise<Past | undefined> {
  const whole = await loadStored(store, farmId, { now: end, real });
  if (!whole) return undefined;
  const stored = concernedBy(rule, whole);
  const moved = movedWith(rule.fields, stored.equipment);
  const newlyCommanded = stored.equipment.actuators
    .filter(({ channel, settings }) => moved.has(channel) && !settings.isCommanded)
    .map(({ channel }) => channel);
  const equipment = commanding(stored.equipment, moved);
  const rules = [...stored.rules, rule];
  const calibrated = await calibratedChannels(store, farmId);
  const read = readBy(rules, stored.interlocks, equipment);
  const load = async ({ channel, type, areaName, intervalMs }: Omit<PastSeries, 'points'>, from: number) => {
    const asked = { farmId, index: channel, type, isCalibrated: calibrated.has(channel) ? 1 : 0 } as const;
    const points = await loadPast(store, asked, { begin: from, end }, pace);
    return { channel, type, areaName, intervalMs, points };
  };
  const early = begin - BEFORE_MS;
  const isWater = rules.some(({ fields }) => fields.family === 'water-sensor');
  const learnt = begin - (isWater ? LEARN_MS : BEFORE_MS);
  const sensors: PastSeries[] = [];
  for (const sensor of equipment.sensors) {
    const isLearntFrom = sensor.type === 'SOIL_MOISTURE' || sensor.type === 'FLOW_RATE';
    if (read.has(sensor.channel)) sensors.push(await load(sensor, isLearntFrom ? learnt : early));
  }
  const states: PastSeries[] = [];
  for (const actuator of equipment.actuators) {
    states.push(await load({ ...actuator, intervalMs: MINUTE_MS }, actuator.type === 'WATER' ? learnt : early));
  }
  const flows = flowsOf(equipment.actuators, sensors, states);
  const flowOf = (valve: number) => flows.get(valve) ?? null;
  const valves = channelsMovedBy(rule.fields);
  const houses = isClosedLoop ? await findHouses?.(farmId, begin, pace) : undefined;
  return {
    begin,
    end,
    stored: { ...stored, equipment },
    rules,
    rule,
    newlyCommanded,
    sensors,
    states,
    weather: await loadPastWeather(store, real, farmId, { begin: early, end }, pace),
    flowOf,
    soil: soilOf(rules, sensors, states, flowOf),
    soilRuns: dosesOf(valves, states, flowOf).length,
    hasModel: findHouses !== undefined && (await isSimulated(store, farmId)),
    houses,
  };
}

async function isSimulated({ db }: Store, farmId: number): Promise<boolean> {
  const row = await db.selectFrom('farm').select('is_simulated').where('farm_id', '=', farmId).executeTakeFirst();
  return row?.is_simulated === 1;
}

/**
 * Reduces a farm to what the rule can affect: its houses, equipment on the same water lines, and other rules that move
 * any of these. The rest changes nothing and would cost as much to decide.
 */
function concernedBy(rule: Rule, stored: Stored): Stored {
  const { equipment, interlocks } = stored;
  const inForce = stored.rules.filter(({ id, fields }) => id !== rule.id && fields.enabled);
  const near = new Set([...channelsMovedBy(rule.fields), ...actuatorsAskedBy(rule.fields)]);
  for (let before = -1; before < near.size; ) {
    before = near.size;
    const inIt = equipment.actuators.filter(({ channel }) => near.has(channel));
    const areas = new Set(inIt.map(({ areaName }) => areaName));
    const shared = new Set(inIt.flatMap(({ settings }) => sharedOf(settings)));
    for (const { channel, areaName, settings } of equipment.actuators) {
      const isShared = shared.has(channel) || sharedOf(settings).some((one) => shared.has(one) || near.has(one));
      if (areas.has(areaName) || isShared) near.add(channel);
    }
    for (const { fields } of inForce) {
      const moved = [...channelsMovedBy(fields), ...actuatorsAskedBy(fields)];
      if (moved.some((channel) => near.has(channel))) for (const channel of moved) near.add(channel);
    }
  }
  return {
    ...stored,
    equipment: { ...equipment, actuators: equipment.actuators.filter(({ channel }) => near.has(channel)) },
    interlocks: interlocks.filter(({ subject }) => subject.some((channel) => near.has(channel))),
    rules: inForce.filter(({ fields }) => channelsMovedBy(fields).some((channel) => near.has(channel))),
  };
}

function sharedOf({ upstream, flowChannel }: EquipmentActuator['settings']): number[] {
  return flowChannel === null ? upstream : [...upstream, flowChannel];
}

function actuatorsAskedBy(rule: RuleFields): number[] {
  if (rule.family !== 'reservation-composite') return [];
  return leavesOf(rule.when).flatMap(({ condition }) => (condition.kind === 'actuator' ? [condition.channel] : []));
}

/** Actuators that a rule moves, and their upstream equipment. */
function movedWith(rule: RuleFields, { actuators }: Equipment): ReadonlySet<number> {
  const moved = channelsMovedBy(rule);
  const upstream = actuators
    .filter(({ channel }) => moved.includes(channel))
    .flatMap(({ settings }) => settings.upstream);
  return new Set([...moved, ...upstream]);
}

function commanding(equipment: Equipment, moved: ReadonlySet<number>): Equipment {
  const actuators = equipment.actuators.map((one): EquipmentActuator => {
    return moved.has(one.channel) ? { ...one, settings: { ...one.settings, isCommanded: true } } : one;
  });
  return { ...equipment, actuators };
}

/** Sensors that decisions may use: those of rules and interlocks, and those of the air of each house. */
function readBy(rules: readonly Rule[], interlocks: readonly Interlock[], equipment: Equipment): ReadonlySet<number> {
  const areas = new Set(equipment.actuators.map(({ areaName }) => areaName));
  const isIndicator = rules.some(
    ({ fields }) =>
      fields.family === 'reservation-composite' &&
      leavesOf(fields.when).some(({ condition }) => condition.kind === 'indicator'),
  );
  const ofAir = equipment.sensors.filter(
    ({ type, areaName }) => (type === 'TEMPERATURE' || type === 'HUMIDITY') && (isIndicator || areas.has(areaName)),
  );
  return new Set([
    ...rules.flatMap(({ fields }) => sensorsReadBy(fields)),
    ...interlocks.flatMap(({ when }) =>
      leavesOf(when).flatMap(({ condition }) => (condition.kind === 'sensor' ? condition.sensors : [])),
    ),
    ...ofAir.map(({ channel }) => channel),
    ...equipment.actuators.flatMap(({ settings }) => settings.flowChannel ?? []),
  ]);
}

/** The flow of each valve: nominal, or what its meter showed while it was open. */
function flowsOf(
  actuators: readonly EquipmentActuator[],
  sensors: readonly PastSeries[],
  states: readonly PastSeries[],
): ReadonlyMap<number, Flow> {
  return new Map(
    actuators.flatMap(({ channel, type, settings: { nominalLpm, flowChannel } }): [number, Flow][] => {
      if (type !== 'WATER') return [];
      if (nominalLpm !== null) return [[channel, { lpm: nominalLpm, isNominal: true }]];
      const meter = sensors.find((one) => one.channel === flowChannel)?.points ?? [];
      const spans = openSpans(states.find((one) => one.channel === channel)?.points ?? []);
      const flowing = meter.filter(
        ([at, lpm]) => lpm > FLOWS_LPM && spans.some(({ from, to }) => at > from && at <= to),
      );
      return flowing.length === 0 ? [] : [[channel, { lpm: median(flowing.map(([, lpm]) => lpm)), isNominal: false }]];
    }),
  );
}

/** Spans in which an actuator was reported open. */
function openSpans(points: PastPoints): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let from: number | null = null;
  for (const [at, level] of points) {
    if (level > 0) from ??= at;
    else if (from !== null) {
      spans.push({ from, to: at });
      from = null;
    }
  }
  return spans;
}

function dosesOf(valves: readonly number[], states: readonly PastSeries[], flowOf: Past['flowOf']): PastDose[] {
  const doses = states
    .filter(({ channel, type }) => type === 'WATER' && valves.includes(channel))
    .flatMap(({ channel, points }) =>
      openSpans(points).map(({ from, to }) => ({ from, to, litres: litresOf(flowOf(channel), to - from) })),
    );
  return doses.sort((one, other) => one.from - other.from);
}

/** Without a known flow a minute counts as a litre, both when learning and when simulating doses. */
export function litresOf(flow: Flow | null, ms: number): number {
  return ((flow?.lpm ?? 1) * ms) / MINUTE_MS;
}

function soilOf(
  rules: readonly Rule[],
  sensors: readonly PastSeries[],
  states: readonly PastSeries[],
  flowOf: Past['flowOf'],
): Past['soil'] {
  return rules.flatMap(({ fields }) => {
    if (fields.family !== 'water-sensor') return [];
    const valves = channelsMovedBy(fields);
    const doses = dosesOf(valves, states, flowOf);
    return fields.sensors.flatMap((probe) => {
      const answer = learnSoil(sensors.find(({ channel }) => channel === probe)?.points ?? [], doses);
      return answer ? [{ probe, valves, answer }] : [];
    });
  });
}
