import { type ActuatorTypeName, type ChannelTypeName, channelTypes, isActuator } from '../../series/sensor-types.ts';
import { sunTimes } from '../../time/sun.ts';
import { SECOND_MS } from '../../time/time.ts';
import { type ActuatorSettings, actuatorRows } from '../actuator.ts';
import { controlProblems } from '../control-text.ts';
import type { Problem } from '../fields.ts';
import { type Condition, leavesOf } from './condition.ts';
import { instantOf } from './day-time.ts';
import type { ReservationComposite } from './reservation-composite.ts';
import type { ReservationGhg } from './reservation-ghg.ts';
import { measures, type ReservationTarget } from './reservation-target.ts';
import { channelsMovedBy, type RuleFields } from './rule.ts';
import { SUN_DAYS } from './rule-fields.ts';
import { timeProblems } from './rule-times.ts';
import type { WaterSensor } from './water-sensor.ts';
import type { WaterTime } from './water-time.ts';

/** The equipment of a farm that rules are checked against. */
export type FarmEquipment = {
  /** Types of all channels of the farm by index. */
  types: ReadonlyMap<number, ChannelTypeName>;
  /** The house of each channel, as it is labelled. */
  areas: ReadonlyMap<number, string>;
  actuators: ReadonlyMap<number, ActuatorSettings>;
  /** Reporting interval of each meter by channel, ms. */
  intervals: ReadonlyMap<number, number>;
  /** Whether it is linked to a weather station of its own. */
  hasOwnStation: boolean;
  /** Growth stages of the calendar that the rule would follow; null without a calendar. */
  seasons: readonly string[] | null;
  /** Whether rain falls on the crop that the rule would follow; false without a crop. */
  isOpenField: boolean;
};

/** A shorter dose looks the same as a valve that never opened, s. */
const SHORTEST_DOSE_SEC = 120;

/** What is wrong with a rule on this farm, by field; `rule` is valid by itself but may name unsuitable equipment. */
export function problemsOnFarm(rule: RuleFields, farm: FarmEquipment): Problem[] {
  const problems = [...timeProblems(rule), ...seasonProblems(rule, farm), ...familyProblems(rule, farm)];
  if (rule.enabled && rule.mode === 'act') {
    const isMissing = channelsMovedBy(rule).some((channel) => !farm.actuators.get(channel)?.isCommanded);
    if (isMissing) problems.push([['enabled'], controlProblems.notCommanded]);
  }
  return problems;
}

function familyProblems(rule: RuleFields, farm: FarmEquipment): Problem[] {
  switch (rule.family) {
    case 'water-time':
      return waterTimeProblems(rule, farm);
    case 'water-sensor':
      return waterSensorProblems(rule, farm);
    case 'reservation-target':
      return targetProblems(rule, farm);
    case 'reservation-composite':
      return compositeProblems(rule, farm);
    case 'reservation-ghg':
      return ghgProblems(rule, farm);
  }
}

function seasonProblems({ seasons }: RuleFields, farm: FarmEquipment): Problem[] {
  if (seasons.length === 0) return [];
  if (farm.seasons === null) return [[['seasons'], controlProblems.calendarNeeded]];
  return seasons.every((season) => farm.seasons?.includes(season)) ? [] : [[['seasons'], controlProblems.season]];
}

function typeProblems(
  channels: readonly number[],
  types: readonly ChannelTypeName[],
  field: (at: number) => (string | number)[],
  farm: FarmEquipment,
): Problem[] {
  return channels.flatMap((channel, at): Problem[] => {
    const type = farm.types.get(channel);
    if (type !== undefined && types.includes(type)) return [];
    return [[field(at), controlProblems.otherType(types.map((one) => channelTypes[one].label).join(', '))]];
  });
}

/** The shortest dose of a valve, s: the time to open, to start the pump and for one report of the meter. */
function shortestDoseSec(valve: ActuatorSettings, farm: FarmEquipment): number {
  const meterSec = valve.flowChannel === null ? 0 : (farm.intervals.get(valve.flowChannel) ?? 0) / 1_000;
  return Math.max(SHORTEST_DOSE_SEC, valve.minOnSec + 2 * valve.leadSec + meterSec);
}

/** What a valve lacks to be given water by time or by litres. */
function lineProblems(
  valve: ActuatorSettings | undefined,
  isByLitres: boolean,
  path: (string | number)[],
  farm: FarmEquipment,
): Problem[] {
  if (!valve) return [];
  if (valve.upstream.some((channel) => !farm.actuators.get(channel)?.isCommanded)) {
    return [[path, controlProblems.upstreamNotCommanded]];
  }
  return isByLitres && valve.nominalLpm === null ? [[path, controlProblems.nominal]] : [];
}

function doseProblems(
  valve: ActuatorSettings | undefined,
  dose: { sec: number | null; litres: number | null },
  path: (string | number)[],
  farm: FarmEquipment,
): Problem[] {
  const problems = lineProblems(valve, dose.litres !== null, path, farm);
  if (!valve || problems.length > 0) return problems;
  const sec = secondsOfDose(dose, valve);
  if (sec > valve.maxRunSec) return [[path, controlProblems.overMaximum(Math.floor(valve.maxRunSec / 60))]];
  const shortest = shortestDoseSec(valve, farm);
  return sec < shortest ? [[path, controlProblems.tooShort(Math.ceil(shortest / 60))]] : [];
}

/** The dose of one cycle of a step; both null for amounts from the calendar, which change over the year. */
export function plannedDose(
  rule: Pick<WaterTime, 'unit' | 'cycles' | 'budgetPct'>,
  amount: number,
  areaM2: number | null,
): { sec: number | null; litres: number | null } {
  const share = (amount * rule.budgetPct) / 100 / rule.cycles;
  switch (rule.unit) {
    case 'minutes':
      return { sec: share * 60, litres: null };
    case 'litres':
      return { sec: null, litres: share };
    case 'tonPer10a':
      // 1 t per 1,000 m² is 1 L per m².
      return { sec: null, litres: share * (areaM2 ?? 0) };
    case 'calendar':
      return { sec: null, litres: null };
  }
}

/** Time that a dose takes at the nominal flow of its valve, s; 0 for litres by an unknown flow. */
export function secondsOfDose(
  { sec, litres }: ReturnType<typeof plannedDose>,
  valve: Pick<ActuatorSettings, 'nominalLpm'> | undefined,
): number {
  return sec ?? (60 * (litres ?? 0)) / (valve?.nominalLpm ?? Number.POSITIVE_INFINITY);
}

function waterTimeProblems(rule: WaterTime, farm: FarmEquipment): Problem[] {
  const problems = typeProblems(
    rule.steps.map(({ valve }) => valve),
    ['WATER'],
    (at) => ['steps', at, 'valve'],
    farm,
  );
  if (rule.unit === 'calendar' && farm.seasons === null) problems.push([['unit'], controlProblems.calendarNeeded]);
  if (rule.rainSkip !== null && !farm.isOpenField) problems.push([['rainSkip'], controlProblems.rainIsOutside]);
  problems.push(...startProblems(rule, farm));
  rule.steps.forEach(({ valve, amount }, at) => {
    const settings = farm.actuators.get(valve);
    const needsArea = rule.unit === 'tonPer10a' || rule.unit === 'calendar';
    if (settings && needsArea && settings.areaM2 === null) {
      problems.push([['steps', at, 'amount'], controlProblems.area]);
    } else if (rule.unit === 'calendar') {
      problems.push(...lineProblems(settings, true, ['steps', at, 'amount'], farm));
    } else {
      const dose = plannedDose(rule, amount, settings?.areaM2 ?? null);
      problems.push(...doseProblems(settings, dose, ['steps', at, 'amount'], farm));
    }
  });
  return problems;
}

/** Starts that come before the previous watering can be finished, on any of SUN_DAYS. */
function startProblems(rule: WaterTime, farm: FarmEquipment): Problem[] {
  const seconds = rule.steps.map(({ valve, amount }) => {
    const settings = farm.actuators.get(valve);
    return secondsOfDose(plannedDose(rule, amount, settings?.areaM2 ?? null), settings);
  });
  const cycleSec = seconds.reduce((sum, sec) => sum + sec, 0);
  // A zone soaks while the others are watered; only the rest of its soak time has to be waited for.
  const restSec = Math.max(0, ...seconds.map((sec) => rule.soakMin * 60 - (cycleSec - sec)));
  const lengthMs = (cycleSec * rule.cycles + restSec * (rule.cycles - 1)) * SECOND_MS;
  return rule.starts.flatMap((start, at): Problem[] => {
    const isTooClose = SUN_DAYS.some((day) => {
      const begin = instantOf(start, day, sunTimes);
      return rule.starts.some((other, place) => {
        const before = begin - instantOf(other, day, sunTimes);
        return place !== at && before >= 0 && before < lengthMs && (before > 0 || place < at);
      });
    });
    return isTooClose ? [[['starts', at], controlProblems.startsTooClose]] : [];
  });
}

function waterSensorProblems(rule: WaterSensor, farm: FarmEquipment): Problem[] {
  const problems = [
    ...typeProblems(rule.sensors, ['SOIL_MOISTURE'], (at) => ['sensors', at], farm),
    ...typeProblems(
      rule.steps.map(({ valve }) => valve),
      ['WATER'],
      (at) => ['steps', at, 'valve'],
      farm,
    ),
  ];
  rule.steps.forEach((step, at) => {
    const settings = farm.actuators.get(step.valve);
    const isByTime = 'doseMin' in step;
    const dose = { sec: isByTime ? step.doseMin * 60 : null, litres: isByTime ? null : step.doseLitres };
    problems.push(...doseProblems(settings, dose, ['steps', at, isByTime ? 'doseMin' : 'doseLitres'], farm));
    if ('litres' in rule.dailyMax && settings && settings.nominalLpm === null) {
      problems.push([['dailyMax', 'litres'], controlProblems.nominal]);
    }
  });
  problems.push(...dailyProblems(rule, farm));
  return problems;
}

/** Doses in another unit than the most of a day, which go by the usual flow of their valves. */
function dailyProblems({ steps, maxPulses, dailyMax }: WaterSensor, farm: FarmEquipment): Problem[] {
  const isByTime = 'minutes' in dailyMax;
  // In one unit the rule says it by itself.
  if (steps.every((step) => 'doseMin' in step === isByTime)) return [];
  const given = steps.map((step) => {
    const { nominalLpm = null } = farm.actuators.get(step.valve) ?? {};
    if ('doseMin' in step) return isByTime ? step.doseMin : step.doseMin * (nominalLpm ?? 0);
    return isByTime ? step.doseLitres / (nominalLpm ?? Number.POSITIVE_INFINITY) : step.doseLitres;
  });
  const total = given.reduce((sum, one) => sum + one, 0) * maxPulses;
  const [field, most] = isByTime ? (['minutes', dailyMax.minutes] as const) : (['litres', dailyMax.litres] as const);
  return total > most ? [[['dailyMax', field], controlProblems.dosesOverDay]] : [];
}

function targetProblems(rule: ReservationTarget, farm: FarmEquipment): Problem[] {
  const sensorTypes: ChannelTypeName[] = rule.measure === 'VPD' ? ['TEMPERATURE', 'HUMIDITY'] : [rule.measure];
  const problems = [
    ...typeProblems(rule.sensors, sensorTypes, (at) => ['sensors', at], farm),
    ...typeProblems(rule.actuators, ['VENT', 'FAN', 'CURTAIN'], (at) => ['actuators', at], farm),
  ];
  const types = new Set(rule.actuators.map((channel) => farm.types.get(channel)));
  if (types.has('HEATER')) return [[['actuators'], controlProblems.heatIsElsewhere]];
  if (types.size > 1) problems.push([['actuators'], controlProblems.mixedTypes]);
  else if (rule.control === 'band' && types.has('FAN')) problems.push([['control'], controlProblems.onlyMotorBand]);
  if (rule.measure === 'VPD') problems.push(...deficitProblems(rule.sensors, farm));
  const asksCalendar = rule.targets.findIndex(({ value }) => value === 'calendar-high');
  if (asksCalendar >= 0 && farm.seasons === null) {
    problems.push([['targets', asksCalendar, 'value'], controlProblems.calendarNeeded]);
  }
  if (rule.measure !== 'VPD' && rule.hysteresis > measures[rule.measure].bandWidth[1]) {
    problems.push([['hysteresis'], controlProblems.range([0.1, measures[rule.measure].bandWidth[1]])]);
  }
  return problems;
}

/** A deficit is calculated from the temperature and humidity of the same air. */
function deficitProblems(sensors: readonly number[], { types, areas }: FarmEquipment): Problem[] {
  const measured = (area: string | undefined) =>
    new Set(sensors.filter((one) => areas.get(one) === area).map((one) => types.get(one)));
  const isWhole = sensors.every((one) => {
    const there = measured(areas.get(one));
    return there.has('TEMPERATURE') && there.has('HUMIDITY');
  });
  return isWhole ? [] : [[['sensors'], controlProblems.deficitOfBoth]];
}

const HEATER_MOST_SEC = 3_600;

function compositeProblems(rule: ReservationComposite, farm: FarmEquipment): Problem[] {
  return [
    ...leavesOf(rule.when).flatMap(({ condition, path }) => {
      const at = (field: string): (string | number)[] => ['when', ...path, field];
      return conditionFit(condition, at, farm);
    }),
    ...actionsFit(rule, farm),
  ];
}

/** A condition that names no channel of the farm could never be known, and its rule would only be suspended. */
function conditionFit(
  condition: Condition,
  at: (field: string) => (string | number)[],
  { types, hasOwnStation }: FarmEquipment,
): Problem[] {
  switch (condition.kind) {
    case 'sensor': {
      const asked = new Set(condition.sensors.map((channel) => types.get(channel)));
      if ([...asked].some((type) => type === undefined || isActuator(type))) {
        return [[at('sensors'), controlProblems.anySensor]];
      }
      return asked.size > 1 ? [[at('sensors'), controlProblems.mixedSensors]] : [];
    }
    case 'change': {
      const type = types.get(condition.sensor);
      return type === undefined || isActuator(type) ? [[at('sensor'), controlProblems.anySensor]] : [];
    }
    case 'actuator': {
      const type = types.get(condition.channel);
      return type === undefined || !isActuator(type) ? [[at('channel'), controlProblems.anyActuator]] : [];
    }
    case 'weather':
      return condition.source === 'personal' && !hasOwnStation ? [[at('source'), controlProblems.noOwnStation]] : [];
    default:
      return [];
  }
}

function actionsFit(rule: ReservationComposite, farm: FarmEquipment): Problem[] {
  return rule.actions.flatMap((action, at): Problem[] => {
    const type = farm.types.get(action.channel);
    if (type === undefined || !isActuator(type)) {
      return [[['actions', at, 'channel'], controlProblems.anyActuator]];
    }
    const { isUpstreamOnly, kind } = actuatorRows[type];
    if (isUpstreamOnly) return [[['actions', at, 'channel'], controlProblems.followsValves]];
    if (type === 'HEATER' && (action.forSec === null || action.forSec > HEATER_MOST_SEC)) {
      return [[['actions', at, 'forSec'], controlProblems.heaterEnd]];
    }
    if (kind === 'dosed' && action.forSec === null && action.litres === null) {
      return [[['actions', at, 'forSec'], controlProblems.actionEnd]];
    }
    const settings = farm.actuators.get(action.channel);
    if (kind !== 'position' && settings && action.forSec !== null && action.forSec < settings.minOnSec) {
      return [[['actions', at, 'forSec'], controlProblems.belowMinimum]];
    }
    // A valve is turned off by the end of its water; its run has no level.
    if (type === 'WATER' && action.levelPct === 0) {
      return [[['actions', at, 'levelPct'], controlProblems.valveOpens]];
    }
    const dose = { sec: action.forSec, litres: action.litres };
    return type === 'WATER' ? doseProblems(settings, dose, ['actions', at, 'forSec'], farm) : [];
  });
}

function ghgProblems(rule: ReservationGhg, farm: FarmEquipment): Problem[] {
  const of = (field: 'co2Sensors' | 'supplies' | 'vents', type: 'CO2' | ActuatorTypeName) =>
    typeProblems(rule[field], [type], (at) => [field, at], farm);
  return [
    ...of('co2Sensors', 'CO2'),
    ...of('supplies', 'CO2_SUPPLY'),
    ...of('vents', 'VENT'),
    ...(rule.lightSensor === null ? [] : typeProblems([rule.lightSensor], ['SOLAR'], () => ['lightSensor'], farm)),
  ];
}
