import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeHumidity, saturationGm3 } from './air.ts';
import type { Outside } from './climate.ts';
import { deepSoilC } from './climate-normals.ts';
import {
  AIR_STORE,
  type Equipment,
  type House,
  type HouseState,
  ROOT_DEPTH_MM,
  ROOT_STORE,
  ROOT_TO_DEEP,
  SURFACE_STORE,
  soilMoisturePct,
  stepHouse,
} from './greenhouse.ts';

function aHouse(given: Partial<House> = {}): House {
  return {
    areaM2: 2_000,
    heightM: 3.5,
    coverWm2K: 7.5,
    curtainSaving: 0.35,
    transmission: 0.62,
    leakPerH: 0.9,
    ventFactor: 1,
    heaterWm2: 150,
    flowLpm: 200,
    ...given,
  };
}

function anOutside(given: Partial<Outside> = {}): Outside {
  const temperatureC = given.temperatureC ?? 10;
  return {
    at: 0,
    month: 1,
    sunAltitudeDeg: -20,
    solarWm2: 0,
    temperatureC,
    humidityPct: 70,
    vapourGm3: 0.7 * saturationGm3(temperatureC),
    cloud: 0.5,
    windMps: 3,
    rainMmH: 0,
    ...given,
  };
}

function aState(airC: number, given: Partial<HouseState> = {}): HouseState {
  return {
    airC,
    vapourGm3: 0.7 * saturationGm3(airC),
    soilSurfaceC: airC,
    soilC: airC,
    soilWaterMm: 0.33 * ROOT_DEPTH_MM,
    surfaceWaterMm: 0,
    co2Ppm: 450,
    ...given,
  };
}

const idle: Equipment = { heaterPct: 0, ventPct: 0, curtainPct: 0, flowLpm: 0, supplyPct: 0 };

function run(house: House, start: HouseState, outside: Outside, equipment: Equipment, minutes: number, dt = 60) {
  let state = start;
  for (let s = 0; s < minutes * 60; s += dt) state = stepHouse(house, state, outside, equipment, dt);
  return state;
}

describe('heat', () => {
  it('never warms above outside without sun, heater or warmer soil', () => {
    const outside = anOutside({ temperatureC: 25 });
    let state = aState(25);
    for (let minute = 0; minute < 1_440; minute += 1) {
      state = stepHouse(aHouse(), state, outside, idle, 60);
      expect(state.airC).toBeLessThanOrEqual(25);
    }
    expect(state.airC).toBeGreaterThan(15);
  });

  it('keeps in a sealed house exactly what the heater gives and the deep soil takes', () => {
    const sealed = aHouse({ coverWm2K: 0, leakPerH: 0 });
    const dry = { soilWaterMm: 0 };
    const outside = anOutside();
    const stored = ({ airC, soilSurfaceC, soilC }: HouseState) =>
      AIR_STORE * airC + SURFACE_STORE * soilSurfaceC + ROOT_STORE * soilC;
    let state = aState(12, dry);
    const before = stored(state);
    let toDeep = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      state = stepHouse(sealed, state, outside, { ...idle, heaterPct: 100 }, 60);
      toDeep += ROOT_TO_DEEP * (state.soilC - deepSoilC(outside.month)) * 60;
    }
    expect(stored(state) - before).toBeCloseTo(sealed.heaterWm2 * 3_600 - toDeep, 3);
  });

  it('is lifted above outside by the sun and brought back by open vents', () => {
    const noon = anOutside({ temperatureC: 12, solarWm2: 600, sunAltitudeDeg: 40 });
    const shut = run(aHouse(), aState(12), noon, idle, 180);
    const open = run(aHouse(), aState(12), noon, { ...idle, ventPct: 100 }, 180);
    expect(shut.airC).toBeGreaterThan(24);
    expect(open.airC).toBeGreaterThan(12);
    expect(open.airC).toBeLessThan(18);
  });

  it('loses less under a drawn curtain', () => {
    const night = anOutside({ temperatureC: 0 });
    const bare = run(aHouse(), aState(10), night, idle, 360);
    const drawn = run(aHouse(), aState(10), night, { ...idle, curtainPct: 100 }, 360);
    expect(drawn.airC).toBeGreaterThan(bare.airC + 0.5);
  });

  it('comes to the same in ten-minute steps as in one-minute steps', () => {
    const day = anOutside({ temperatureC: 8, solarWm2: 300, sunAltitudeDeg: 30 });
    const equipment = { ...idle, ventPct: 30, flowLpm: 100 };
    const fine = run(aHouse(), aState(5), day, equipment, 120, 60);
    const coarse = run(aHouse(), aState(5), day, equipment, 120, 600);
    expect(coarse.airC).toBeCloseTo(fine.airC, 0);
    expect(soilMoisturePct(coarse)).toBeCloseTo(soilMoisturePct(fine), 0);
    expect(relativeHumidity(coarse.vapourGm3, coarse.airC)).toBeCloseTo(
      relativeHumidity(fine.vapourGm3, fine.airC),
      -1,
    );
  });
});

describe('water', () => {
  it('loses and gains none in a sealed house without dew', () => {
    const sealed = aHouse({ leakPerH: 0 });
    const warm = anOutside({ temperatureC: 30, cloud: 1, solarWm2: 100, sunAltitudeDeg: 20 });
    const held = ({ soilWaterMm, surfaceWaterMm, vapourGm3 }: HouseState) =>
      soilWaterMm + surfaceWaterMm + (vapourGm3 * sealed.heightM) / 1_000;
    const start = aState(25, { vapourGm3: 0.3 * saturationGm3(25) });
    const end = run(sealed, start, warm, { ...idle, flowLpm: 200 }, 30);
    const givenMm = (200 * 30) / sealed.areaM2;
    expect(end.vapourGm3).toBeGreaterThan(start.vapourGm3);
    expect(held(end) - held(start)).toBeCloseTo(givenMm, 9);
  });

  it('leaves the soil without watering and comes back with it', () => {
    const day = anOutside({ temperatureC: 25, solarWm2: 500, sunAltitudeDeg: 50 });
    const open = { ...idle, ventPct: 100 };
    const dried = run(aHouse(), aState(25), day, open, 600);
    expect(soilMoisturePct(dried)).toBeLessThan(soilMoisturePct(aState(25)) - 0.5);
    const watered = run(aHouse(), dried, day, { ...open, flowLpm: 200 }, 90);
    expect(soilMoisturePct(watered)).toBeGreaterThan(soilMoisturePct(dried) + 1);
  });

  it('drains what is beyond field capacity', () => {
    const wet = aState(15, { soilWaterMm: 0.55 * ROOT_DEPTH_MM });
    expect(soilMoisturePct(run(aHouse(), wet, anOutside(), idle, 48 * 60))).toBeLessThan(43);
  });

  it('falls as dew when warm wet air comes over cold soil', () => {
    const thaw = anOutside({ temperatureC: 20, vapourGm3: 0.99 * saturationGm3(20), cloud: 1 });
    const end = run(aHouse(), aState(4), thaw, { ...idle, ventPct: 30 }, 240);
    expect(end.airC).toBeLessThan(19);
    expect(end.vapourGm3).toBeCloseTo(saturationGm3(end.airC), 9);
  });

  it('condenses on the cold film of a clear night', () => {
    const clearNight = anOutside({ temperatureC: 2, cloud: 0, windMps: 0.5 });
    const state = run(aHouse({ leakPerH: 0 }), aState(20, { vapourGm3: saturationGm3(20) }), clearNight, idle, 120);
    expect(state.vapourGm3).toBeLessThan(0.9 * saturationGm3(state.airC));
  });
});

describe('carbon dioxide', () => {
  it('gathers in a shut house at night and is eaten by day', () => {
    const night = run(aHouse(), aState(12), anOutside({ temperatureC: 8, windMps: 1 }), idle, 480);
    expect(night.co2Ppm).toBeGreaterThan(550);
    const noon = anOutside({ temperatureC: 12, solarWm2: 500, sunAltitudeDeg: 40, windMps: 1 });
    expect(run(aHouse(), night, noon, idle, 240).co2Ppm).toBeLessThan(420);
  });
});

it('stays physical whatever the weather and the equipment do', () => {
  const pct = fc.double({ min: 0, max: 100, noNaN: true });
  const moment = fc.record({
    temperatureC: fc.double({ min: -10, max: 38, noNaN: true }),
    humidityPct: fc.double({ min: 20, max: 99, noNaN: true }),
    solarWm2: fc.double({ min: 0, max: 1_100, noNaN: true }),
    windMps: fc.double({ min: 0, max: 30, noNaN: true }),
    cloud: fc.double({ min: 0, max: 1, noNaN: true }),
    month: fc.double({ min: 0, max: 12, noNaN: true }),
    equipment: fc.record({
      heaterPct: fc.constantFrom(0, 100),
      ventPct: pct,
      curtainPct: pct,
      flowLpm: fc.constantFrom(0, 200),
      supplyPct: fc.constantFrom(0, 100),
    }),
    dt: fc.constantFrom(60, 600),
  });
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1, maxLength: 40 }), (moments) => {
      let state = aState(15);
      for (const { equipment, dt, humidityPct, ...given } of moments) {
        const vapourGm3 = (humidityPct / 100) * saturationGm3(given.temperatureC);
        state = stepHouse(aHouse(), state, anOutside({ ...given, humidityPct, vapourGm3 }), equipment, dt);
        expect(Object.values(state).every(Number.isFinite)).toBe(true);
        expect(state.vapourGm3).toBeGreaterThan(0);
        expect(state.vapourGm3).toBeLessThanOrEqual(saturationGm3(state.airC) * (1 + 1e-12));
        expect(state.soilWaterMm).toBeGreaterThanOrEqual(0);
        expect(state.soilWaterMm).toBeLessThanOrEqual(ROOT_DEPTH_MM);
        expect(state.surfaceWaterMm).toBeGreaterThanOrEqual(0);
        expect(state.co2Ppm).toBeGreaterThan(0);
        expect(state.airC).toBeGreaterThan(-20);
        expect(state.airC).toBeLessThan(75);
      }
    }),
  );
});
