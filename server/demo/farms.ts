/**
 * The four demonstration farms as data. The places are real villages near KMA stations; farms, houses and equipment are
 * invented.
 */
import type { HeatSettings } from '#contract/heat/heat.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Place } from './climate.ts';
import type { Watering } from './controller.ts';
import type { House } from './greenhouse.ts';

export const demoUsers = ['admin', 'grower', 'family'] as const;
export type DemoUser = (typeof demoUsers)[number];

export type DemoChannel = {
  /** Unique within its farm. */
  code: string;
  type: ChannelTypeName;
  name: string;
  areaName: string;
  /** The reporting interval, ms. */
  intervalMs: number;
  /** Offset of the probe: its reading is the true value plus this. */
  calibration: number;
};

export type DemoHouse = {
  code: string;
  areaName: string;
  structure: House;
  watering: Watering;
  channels: readonly DemoChannel[];
};

export type DemoFarm = {
  code: string;
  farmName: string;
  crop: string;
  address: string;
  latitude: number;
  longitude: number;
  areaM2: number;
  owner: DemoUser;
  /** Users with whom the owner shares the farm for reading. */
  readers: readonly DemoUser[];
  isLeadFarm: boolean;
  /** Nearest KMA station (ASOS number). */
  stationId: number;
  place: Place;
  heat: HeatSettings;
  /** A sensor that has been silent since before the seeding. */
  silent?: { channel: string; beforeSeedMs: number };
  houses: readonly DemoHouse[];
};

/** The seed of the whole demonstration: weather, sensor noise and outages. */
export const DEMO_SEED = 20_260_316;

/** Soil changes slowly, and its probes run on batteries. */
const SOIL_INTERVAL_MS = 10 * MINUTE_MS;

type Calibrations = { temperature: number; humidity: number; soilTemperature: number; soilMoisture: number };

function houseChannels(code: string, areaName: string, off: Calibrations, roof: readonly DemoChannel[] = []) {
  const channel = (
    suffix: string,
    type: ChannelTypeName,
    name: string,
    calibration = 0,
    intervalMs = MINUTE_MS,
  ): DemoChannel => ({ code: `${code}-${suffix}`, type, name, areaName, intervalMs, calibration });
  return [
    channel('temp', 'TEMPERATURE', '내부 온도', off.temperature),
    channel('humi', 'HUMIDITY', '내부 습도', off.humidity),
    channel('soil-temp', 'SOIL_TEMPERATURE', '지온', off.soilTemperature, SOIL_INTERVAL_MS),
    channel('soil-moist', 'SOIL_MOISTURE', '토양 수분', off.soilMoisture, SOIL_INTERVAL_MS),
    channel('flow', 'FLOW_RATE', '관수 유량'),
    ...roof,
    channel('heater', 'HEATER', '난방기'),
    channel('vent', 'VENT', '측창'),
    channel('curtain', 'CURTAIN', '보온커튼'),
    channel('water', 'WATER', '관수 밸브'),
  ];
}

const co2 = (code: string, areaName: string, calibration: number): DemoChannel => ({
  code: `${code}-co2`,
  type: 'CO2',
  name: '이산화탄소',
  areaName,
  intervalMs: MINUTE_MS,
  calibration,
});

const solar = (code: string, areaName: string): DemoChannel => ({
  code: `${code}-solar`,
  type: 'SOLAR',
  name: '지붕 일사',
  areaName,
  intervalMs: MINUTE_MS,
  calibration: 0,
});

const ownTargets = (given: Omit<HeatSettings, 'mode' | 'bands'>): HeatSettings => ({
  ...given,
  mode: 'own',
  bands: [],
});

const wimi: DemoFarm = {
  code: 'wimi',
  farmName: '위미 한라봉 농장',
  crop: '한라봉',
  address: '제주특별자치도 서귀포시 남원읍 위미리',
  latitude: 33.2785,
  longitude: 126.6608,
  areaM2: 4_300,
  owner: 'grower',
  readers: ['family'],
  isLeadFarm: false,
  stationId: 189,
  place: {
    latitude: 33.2785,
    longitude: 126.6608,
    southness: 1,
    winterOffsetC: 0.7,
    summerOffsetC: 0.1,
    windMps: 2.9,
    rainFactor: 1.27,
    seed: 101,
  },
  heat: ownTargets({ enabled: true, dayTargetC: 11, nightTargetC: 8, frostGuardC: 2, hysteresisC: 1 }),
  houses: [
    {
      code: 'h1',
      areaName: '1동',
      structure: {
        areaM2: 2_300,
        heightM: 3.6,
        coverWm2K: 7.2,
        curtainSaving: 0.38,
        transmission: 0.63,
        leakPerH: 0.8,
        ventFactor: 1,
        heaterWm2: 150,
        flowLpm: 240,
      },
      watering: { startMinute: 7 * 60, doseFactor: 1 },
      channels: houseChannels('h1', '1동', { temperature: 0.1, humidity: -1, soilTemperature: 0, soilMoisture: 0.6 }, [
        co2('h1', '1동', 12),
        solar('h1', '1동'),
      ]),
    },
    {
      code: 'h2',
      areaName: '2동',
      structure: {
        areaM2: 2_000,
        heightM: 3.3,
        coverWm2K: 7.9,
        curtainSaving: 0.34,
        transmission: 0.58,
        leakPerH: 1.1,
        ventFactor: 0.85,
        heaterWm2: 140,
        flowLpm: 210,
      },
      watering: { startMinute: 8 * 60 + 40, doseFactor: 1 },
      channels: houseChannels('h2', '2동', {
        temperature: -0.3,
        humidity: 2,
        soilTemperature: 0.2,
        soilMoisture: -1.4,
      }),
    },
  ],
};

const wahul: DemoFarm = {
  code: 'wahul',
  farmName: '와흘 레드향 농장',
  crop: '레드향',
  address: '제주특별자치도 제주시 조천읍 와흘리',
  latitude: 33.4985,
  longitude: 126.6352,
  areaM2: 2_640,
  owner: 'grower',
  readers: [],
  isLeadFarm: false,
  stationId: 184,
  place: {
    latitude: 33.4985,
    longitude: 126.6352,
    southness: 0.15,
    winterOffsetC: -1,
    summerOffsetC: -0.7,
    windMps: 3.1,
    rainFactor: 1.1,
    seed: 202,
  },
  heat: ownTargets({ enabled: true, dayTargetC: 9, nightTargetC: 5, frostGuardC: 3, hysteresisC: 1 }),
  houses: [
    {
      code: 'h1',
      areaName: '1동',
      structure: {
        areaM2: 2_640,
        heightM: 3.5,
        coverWm2K: 7.6,
        curtainSaving: 0.36,
        transmission: 0.61,
        leakPerH: 0.9,
        ventFactor: 0.95,
        heaterWm2: 150,
        flowLpm: 260,
      },
      watering: { startMinute: 7 * 60 + 20, doseFactor: 0.8 },
      channels: houseChannels('h1', '1동', {
        temperature: 0.2,
        humidity: -2,
        soilTemperature: -0.1,
        soilMoisture: 0.9,
      }),
    },
  ],
};

const gosan: DemoFarm = {
  code: 'gosan',
  farmName: '고산 천혜향 농장',
  crop: '천혜향',
  address: '제주특별자치도 제주시 한경면 고산리',
  latitude: 33.3048,
  longitude: 126.1841,
  areaM2: 1_980,
  owner: 'grower',
  readers: [],
  isLeadFarm: false,
  stationId: 185,
  place: {
    latitude: 33.3048,
    longitude: 126.1841,
    southness: 0.35,
    winterOffsetC: 0.3,
    summerOffsetC: -0.7,
    windMps: 5.6,
    rainFactor: 0.78,
    seed: 303,
  },
  // A farm without heating; the burner only protects against frost.
  heat: ownTargets({ enabled: false, dayTargetC: 8, nightTargetC: 4, frostGuardC: 0, hysteresisC: 1 }),
  silent: { channel: 'h1-co2', beforeSeedMs: 5 * HOUR_MS },
  houses: [
    {
      code: 'h1',
      areaName: '1동',
      structure: {
        areaM2: 1_980,
        heightM: 3.2,
        coverWm2K: 8.2,
        curtainSaving: 0.3,
        transmission: 0.59,
        leakPerH: 1.2,
        ventFactor: 0.8,
        heaterWm2: 120,
        flowLpm: 190,
      },
      watering: { startMinute: 6 * 60 + 40, doseFactor: 1.1 },
      channels: houseChannels(
        'h1',
        '1동',
        { temperature: -0.2, humidity: 1, soilTemperature: 0.3, soilMoisture: -0.8 },
        [co2('h1', '1동', -20)],
      ),
    },
  ],
};

const susan: DemoFarm = {
  code: 'susan',
  farmName: '수산 황금향 선도농가',
  crop: '황금향',
  address: '제주특별자치도 서귀포시 성산읍 수산리',
  latitude: 33.4312,
  longitude: 126.8842,
  areaM2: 3_300,
  owner: 'admin',
  readers: [],
  isLeadFarm: true,
  stationId: 188,
  place: {
    latitude: 33.4312,
    longitude: 126.8842,
    southness: 0.6,
    winterOffsetC: -0.4,
    summerOffsetC: -0.4,
    windMps: 3,
    rainFactor: 1.26,
    seed: 404,
  },
  heat: ownTargets({ enabled: true, dayTargetC: 12, nightTargetC: 10, frostGuardC: 3, hysteresisC: 0.7 }),
  houses: [
    {
      code: 'h1',
      areaName: '1동',
      structure: {
        areaM2: 3_300,
        heightM: 3.9,
        coverWm2K: 6.2,
        curtainSaving: 0.46,
        transmission: 0.68,
        leakPerH: 0.5,
        ventFactor: 1.3,
        heaterWm2: 160,
        flowLpm: 330,
      },
      watering: { startMinute: 7 * 60, doseFactor: 0.6 },
      channels: houseChannels('h1', '1동', { temperature: 0, humidity: 0, soilTemperature: 0, soilMoisture: 0.2 }, [
        co2('h1', '1동', 5),
        solar('h1', '1동'),
      ]),
    },
  ],
};

export const demoFarms: readonly DemoFarm[] = [wimi, wahul, gosan, susan];
