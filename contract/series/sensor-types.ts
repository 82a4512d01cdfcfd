import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/time.ts';

/**
 * A rule by which faulty readings are found. jump: two readings at most `withinMs` apart differ by more than `by`; with
 * `unlessWatered` not while water runs. flat: the same value for `forMs`, of which only daylight counts with `byDay`;
 * applies to values in [`from`, `below`). high and low: above or below a bound at night for `forMs`.
 */
export type QualityRule =
  | { name: 'jump'; by: number; withinMs: number; unlessWatered?: true }
  | { name: 'flat'; forMs: number; byDay?: true; from?: number; below?: number }
  | { name: 'high'; above: number; forMs: number }
  | { name: 'low'; below: number; forMs: number };

/** What is compared of a day: an extreme of its dawn, of its daylight or of the whole day, or the mean. */
export type Aspect = 'dawnLow' | 'dawnHigh' | 'dayLow' | 'dayHigh' | 'low' | 'high' | 'mean';

type ChannelType = {
  /** Korean name. */
  label: string;
  /** Written after a value, with a space before it. */
  unit: string;
  /** Values outside are stored and flagged, but left out of statistics; both ends included. */
  plausible: readonly [min: number, max: number];
  /** Decimals on the screen. */
  decimals: number;
  /** A typical greenhouse value, for example messages. */
  sample: number;
  /** Name of the colour token `--series-…`, which src/ui/theme/design-tokens.ts must have. */
  colour: string;
  /** Chart.js dash pattern, so that lines differ by more than colour. */
  dash: readonly number[];
  /** How a record is drawn; `state` holds its value until the next point. */
  draw: 'line' | 'bars' | 'state';
  /** What is compared with a lead farm. */
  compared: readonly Aspect[];
  /** Whether its values are a flow of water. */
  isWater: boolean;
  /**
   * Rules that find faulty readings. Unless a line says otherwise, limits are those of the project's agronomy notes on
   * sensors of citrus houses (practical knowledge); "ours" marks a limit that the notes leave open.
   */
  quality: readonly QualityRule[];
  /** Words for its two ends, of what is on or off, open or shut. */
  ends?: readonly [string, string];
};

type ActuatorType = ChannelType & Required<Pick<ChannelType, 'ends'>>;

/**
 * Everything that differs between sensor types, for server and app; an incomplete row does not compile. The order is
 * that of the charts: temperature, humidity, soil moisture and irrigation as the specification has them. Plausible
 * ranges: agronomy notes of the project (facility citrus, practical knowledge).
 */
const sensorTypes = {
  TEMPERATURE: {
    label: '온도',
    unit: '℃',
    plausible: [-20, 60],
    decimals: 1,
    sample: 21.4,
    colour: 'temperature',
    dash: [],
    draw: 'line',
    // Fruit freezes at dawn and burns at noon.
    compared: ['dawnLow', 'dayHigh'],
    isWater: false,
    quality: [
      // More than 5 ℃ within a minute; ten seconds more, because clocks of sensors drift.
      { name: 'jump', by: 5, withinMs: MINUTE_MS + 10 * SECOND_MS },
      // By day the air of a house never keeps one value for two hours.
      { name: 'flat', forMs: 2 * HOUR_MS, byDay: true },
    ],
  },
  HUMIDITY: {
    label: '습도',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    sample: 63,
    colour: 'humidity',
    dash: [6, 3],
    draw: 'line',
    // Leaves are wet at dawn.
    compared: ['dawnHigh', 'dayLow'],
    isWater: false,
    quality: [
      // A wet sensor reads 100 % for more than a day.
      { name: 'flat', forMs: 24 * HOUR_MS, from: 100 },
      // Ours: in whole percents moist air may keep one value for hours, but air that is not near saturation not all
      // day.
      { name: 'flat', forMs: 6 * HOUR_MS, byDay: true, below: 95 },
    ],
  },
  SOIL_MOISTURE: {
    label: '토양 수분',
    unit: '%',
    plausible: [0, 100],
    decimals: 1,
    sample: 31.5,
    colour: 'soil-moisture',
    dash: [2, 2],
    draw: 'line',
    compared: ['low', 'high'],
    isWater: false,
    // More than 15 points in 10 minutes without irrigation.
    quality: [{ name: 'jump', by: 15, withinMs: 10 * MINUTE_MS, unlessWatered: true }],
  },
  FLOW_RATE: {
    label: '관수 유량',
    unit: 'L/분',
    plausible: [0, 500],
    decimals: 1,
    sample: 12.5,
    colour: 'flow',
    dash: [],
    draw: 'bars',
    compared: ['mean'],
    isWater: true,
    quality: [],
  },
  SOIL_TEMPERATURE: {
    label: '지온',
    unit: '℃',
    plausible: [-10, 50],
    decimals: 1,
    sample: 17.2,
    colour: 'soil-temperature',
    dash: [8, 3, 2, 3],
    draw: 'line',
    compared: ['dawnLow', 'dayHigh'],
    isWater: false,
    // More than 2 ℃ in 10 minutes.
    quality: [{ name: 'jump', by: 2, withinMs: 10 * MINUTE_MS }],
  },
  CO2: {
    label: '이산화탄소',
    unit: 'ppm',
    plausible: [0, 5000],
    decimals: 0,
    sample: 420,
    colour: 'co2',
    dash: [10, 4],
    draw: 'line',
    compared: ['low', 'high'],
    isWater: false,
    quality: [
      // Ours: the duration. Trees take up carbon dioxide by day and release it at night, so it always changes.
      { name: 'flat', forMs: 6 * HOUR_MS },
      // Below 200 ppm. Ours: at night only, since a closed house falls to 100 ppm on a sunny winter's day.
      { name: 'low', below: 200, forMs: HOUR_MS },
    ],
  },
  SOLAR: {
    label: '일사',
    unit: 'W/㎡',
    plausible: [0, 1500],
    decimals: 0,
    sample: 350,
    colour: 'solar',
    dash: [4, 2],
    draw: 'line',
    compared: ['low', 'high'],
    isWater: false,
    quality: [
      // More than 20 W/m² at night.
      { name: 'high', above: 20, forMs: 10 * MINUTE_MS },
      // Ours: as for the air temperature, which follows it.
      { name: 'flat', forMs: 2 * HOUR_MS, byDay: true },
    ],
  },
  EC: {
    label: '양액 농도',
    unit: 'dS/m',
    plausible: [0, 10],
    decimals: 2,
    sample: 1.2,
    colour: 'ec',
    dash: [3, 3],
    draw: 'line',
    compared: ['low', 'high'],
    isWater: false,
    quality: [],
  },
  LEAF_WETNESS: {
    label: '엽면 젖음',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    sample: 10,
    colour: 'leaf-wetness',
    dash: [1, 3],
    draw: 'line',
    compared: ['dawnHigh', 'dayLow'],
    isWater: false,
    quality: [],
  },
  WIND_SPEED: {
    label: '풍속',
    unit: 'm/s',
    plausible: [0, 75],
    decimals: 1,
    sample: 2.6,
    colour: 'fan',
    dash: [6, 2],
    draw: 'line',
    compared: ['high'],
    isWater: false,
    quality: [],
  },
  // Direction from which the wind blows, degrees from north. It has no mean: the mean of 350 and 10 is not south.
  WIND_DIRECTION: {
    label: '풍향',
    unit: '°',
    plausible: [0, 360],
    decimals: 0,
    sample: 320,
    colour: 'fan',
    dash: [1, 5],
    draw: 'state',
    compared: [],
    isWater: false,
    quality: [],
  },
  // Rate of rain. The mean over an hour is the amount of that hour in mm, so all bucket levels show rain alike.
  RAINFALL: {
    label: '강수량',
    unit: 'mm/h',
    plausible: [0, 300],
    decimals: 1,
    sample: 1.5,
    colour: 'water',
    dash: [],
    draw: 'bars',
    compared: ['mean'],
    isWater: false,
    quality: [],
  },
  // Wet or dry, 1 or 0. The mean of an hour is the share of it that was wet.
  RAIN_DETECT: {
    label: '감우',
    unit: '',
    plausible: [0, 1],
    decimals: 1,
    sample: 0,
    colour: 'water',
    dash: [2, 3],
    draw: 'bars',
    compared: [],
    isWater: false,
    quality: [],
    ends: ['비 안 옴', '비 옴'],
  },
  PRESSURE: {
    label: '기압',
    unit: 'hPa',
    plausible: [850, 1080],
    decimals: 1,
    sample: 1013.2,
    colour: 'curtain',
    dash: [12, 3],
    draw: 'line',
    compared: ['mean'],
    isWater: false,
    quality: [],
  },
  UV: {
    label: '자외선 지수',
    unit: 'UVI',
    plausible: [0, 16],
    decimals: 0,
    sample: 4,
    colour: 'ec',
    dash: [2, 4],
    draw: 'line',
    compared: ['dayHigh'],
    isWater: false,
    quality: [],
  },
} as const satisfies Record<string, ChannelType>;

/** Common to all actuators: how far open or how fast running, percent. */
const actuator = {
  unit: '%',
  plausible: [0, 100],
  decimals: 0,
  sample: 0,
  dash: [],
  draw: 'state',
  compared: ['mean'],
  isWater: false,
  quality: [],
} as const;

const switched = ['꺼짐', '켜짐'] as const;
const opened = ['닫힘', '열림'] as const;
/** 100 % covers the house. */
const drawn = ['걷힘', '펼침'] as const;

const actuatorTypes = {
  HEATER: { ...actuator, label: '난방기', colour: 'heater', ends: switched },
  VENT: { ...actuator, label: '측창', colour: 'vent', ends: opened },
  CURTAIN: { ...actuator, label: '보온커튼', colour: 'curtain', ends: drawn },
  FAN: { ...actuator, label: '유동팬', colour: 'fan', ends: switched },
  WATER: { ...actuator, label: '관수 밸브', colour: 'water', isWater: true, ends: opened },
  MWATER: { ...actuator, label: '주 관수 밸브', colour: 'water', isWater: true, ends: opened },
  PUMP: { ...actuator, label: '관수 펌프', colour: 'pump', isWater: true, ends: switched },
  CO2_SUPPLY: { ...actuator, label: '탄산가스 공급', colour: 'co2', ends: switched },
} as const satisfies Record<string, ActuatorType>;

export type ActuatorTypeName = keyof typeof actuatorTypes;
export type ChannelTypeName = keyof typeof sensorTypes | ActuatorTypeName;

/** Colour tokens of the lines of records. */
export type SeriesColour = (
  | (typeof sensorTypes)[keyof typeof sensorTypes]
  | (typeof actuatorTypes)[ActuatorTypeName]
)['colour'];

export const channelTypes: { readonly [Name in ChannelTypeName]: ChannelType & { colour: SeriesColour } } = {
  ...sensorTypes,
  ...actuatorTypes,
};

/** All types in the order of charts, sensors first. */
export const channelTypeNames: readonly ChannelTypeName[] = Object.keys(channelTypes).filter(isChannelType);

export const actuatorTypeNames: readonly ChannelTypeName[] = channelTypeNames.filter(isActuator);

/** Type of a channel on the wire. */
export const channelType = z.enum(channelTypeNames);

/** Whether a text names a type that this version knows. */
export function isChannelType(name: string): name is ChannelTypeName {
  return Object.hasOwn(channelTypes, name);
}

export function isActuator(type: ChannelTypeName): type is ActuatorTypeName {
  return Object.hasOwn(actuatorTypes, type);
}

/** Whether its value is told in words: an actuator, and a sensor that only knows yes and no. */
export function hasEnds(type: ChannelTypeName): boolean {
  return channelTypes[type].ends !== undefined;
}

/** Words for the two ends of a type: '닫힘', '열림'. A type without has those of a switch. */
export function endWords(type: ChannelTypeName): readonly [string, string] {
  return channelTypes[type].ends ?? switched;
}

/** Orders types as in charts; stable for equal types. */
export function byTypeOrder(a: ChannelTypeName, b: ChannelTypeName): number {
  return channelTypeNames.indexOf(a) - channelTypeNames.indexOf(b);
}
