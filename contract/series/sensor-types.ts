import * as z from 'zod/mini';

/**
 * One row per sensor and actuator type. Server and app read the same table: the gate takes the
 * plausible range from it, statistics the way to aggregate, the screen unit, decimals and colour.
 * Plausible ranges: agronomy notes of the project (facility citrus, practical knowledge).
 */
export const sensorTypeNames = [
  'TEMPERATURE',
  'HUMIDITY',
  'SOIL_TEMPERATURE',
  'SOIL_MOISTURE',
  'FLOW_RATE',
  'CO2',
  'SOLAR',
  'EC',
  'LEAF_WETNESS',
] as const;

export const actuatorTypeNames = ['MWATER', 'WATER', 'PUMP', 'HEATER', 'VENT', 'CURTAIN', 'FAN', 'CO2_SUPPLY'] as const;

type SensorTypeName = (typeof sensorTypeNames)[number];
export type ActuatorTypeName = (typeof actuatorTypeNames)[number];
export type ChannelTypeName = SensorTypeName | ActuatorTypeName;

type ChannelType = {
  /** What a grower calls it. */
  label: string;
  /** Written after a value, with a space before it. */
  unit: string;
  /** Values outside are stored, flagged and kept out of statistics; both ends belong to the range. */
  plausible: readonly [min: number, max: number];
  decimals: number;
  /** Name of the colour token `--series-…` in src/styles.css. */
  colour: string;
  /** Chart.js dash pattern and point style, so that no line is told apart by colour alone. */
  dash: readonly number[];
  /** How a period is summed up in one figure. */
  aggregate: 'mean' | 'sum' | 'last';
  /** Position in charts that follow the specification: temperature, humidity, soil moisture, irrigation. */
  order: number;
};

export const channelTypes: { readonly [Name in ChannelTypeName]: ChannelType } = {
  TEMPERATURE: {
    label: '온도',
    unit: '℃',
    plausible: [-20, 60],
    decimals: 1,
    colour: 'temperature',
    dash: [],
    aggregate: 'mean',
    order: 1,
  },
  HUMIDITY: {
    label: '습도',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'humidity',
    dash: [6, 3],
    aggregate: 'mean',
    order: 2,
  },
  SOIL_MOISTURE: {
    label: '토양 수분',
    unit: '%',
    plausible: [0, 100],
    decimals: 1,
    colour: 'soil-moisture',
    dash: [2, 2],
    aggregate: 'mean',
    order: 3,
  },
  FLOW_RATE: {
    label: '관수 유량',
    unit: 'L/분',
    plausible: [0, 500],
    decimals: 1,
    colour: 'flow',
    dash: [],
    aggregate: 'sum',
    order: 4,
  },
  SOIL_TEMPERATURE: {
    label: '지온',
    unit: '℃',
    plausible: [-10, 50],
    decimals: 1,
    colour: 'soil-temperature',
    dash: [8, 3, 2, 3],
    aggregate: 'mean',
    order: 5,
  },
  CO2: {
    label: '이산화탄소',
    unit: 'ppm',
    plausible: [0, 5000],
    decimals: 0,
    colour: 'co2',
    dash: [10, 4],
    aggregate: 'mean',
    order: 6,
  },
  SOLAR: {
    label: '일사',
    unit: 'W/㎡',
    plausible: [0, 1500],
    decimals: 0,
    colour: 'solar',
    dash: [4, 2],
    aggregate: 'mean',
    order: 7,
  },
  EC: {
    label: '양액 농도',
    unit: 'dS/m',
    plausible: [0, 10],
    decimals: 2,
    colour: 'ec',
    dash: [3, 3],
    aggregate: 'mean',
    order: 8,
  },
  LEAF_WETNESS: {
    label: '엽면 젖음',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'leaf-wetness',
    dash: [1, 3],
    aggregate: 'mean',
    order: 9,
  },
  HEATER: {
    label: '난방기',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'heater',
    dash: [],
    aggregate: 'mean',
    order: 20,
  },
  VENT: {
    label: '측창',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'vent',
    dash: [],
    aggregate: 'mean',
    order: 21,
  },
  CURTAIN: {
    label: '보온커튼',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'curtain',
    dash: [],
    aggregate: 'mean',
    order: 22,
  },
  FAN: {
    label: '유동팬',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'fan',
    dash: [],
    aggregate: 'mean',
    order: 23,
  },
  WATER: {
    label: '관수 밸브',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'water',
    dash: [],
    aggregate: 'mean',
    order: 24,
  },
  MWATER: {
    label: '주 관수 밸브',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'water',
    dash: [],
    aggregate: 'mean',
    order: 25,
  },
  PUMP: {
    label: '관수 펌프',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'pump',
    dash: [],
    aggregate: 'mean',
    order: 26,
  },
  CO2_SUPPLY: {
    label: '탄산가스 공급',
    unit: '%',
    plausible: [0, 100],
    decimals: 0,
    colour: 'co2',
    dash: [],
    aggregate: 'mean',
    order: 27,
  },
};

export const channelTypeNames: readonly ChannelTypeName[] = [...sensorTypeNames, ...actuatorTypeNames];

/** A channel's type on the wire. */
export const channelType = z.enum(channelTypeNames as [ChannelTypeName, ...ChannelTypeName[]]);

export function isActuator(type: ChannelTypeName): type is ActuatorTypeName {
  return (actuatorTypeNames as readonly string[]).includes(type);
}
