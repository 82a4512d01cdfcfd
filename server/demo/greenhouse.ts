/**
 * One plastic house of citrus trees, per square metre of ground: its air, soil and water over one step. Heat is stored
 * in three layers (air with trees and frame, soil surface, root zone) and solved implicitly, so that steps of one to
 * ten minutes are stable and conserve energy between the layers. Coefficients: usual figures of greenhouse physics for
 * film houses, rounded.
 */
import { saturationGm3, saturationKpa, vapourKpa } from './air.ts';
import type { Outside } from './climate.ts';
import { deepSoilC } from './climate-normals.ts';

export type House = {
  areaM2: number;
  /** Air volume per ground area. */
  heightM: number;
  /** Heat loss through film and frame per m² of ground in calm air without curtain, W/m²K. */
  coverWm2K: number;
  /** The share of that loss which a drawn curtain saves. */
  curtainSaving: number;
  /** The share of sunlight that passes the film. */
  transmission: number;
  /** Air changes per hour of the closed house in calm air. */
  leakPerH: number;
  /** Efficiency of the side vents; 1 is usual. */
  ventFactor: number;
  heaterWm2: number;
  /** Flow of the watering pump to this house. */
  flowLpm: number;
};

export type HouseState = {
  airC: number;
  vapourGm3: number;
  soilSurfaceC: number;
  /** Root zone at the depth of the probe, about 15 cm. */
  soilC: number;
  /** Water in the root zone. */
  soilWaterMm: number;
  /** Water that has not reached the roots yet. */
  surfaceWaterMm: number;
  co2Ppm: number;
};

/** The actual positions of the equipment, not the commanded ones. */
export type Equipment = {
  heaterPct: number;
  /** 100: side vents fully open. */
  ventPct: number;
  /** 100: thermal curtain fully drawn. */
  curtainPct: number;
  flowLpm: number;
  /** 100: carbon dioxide is supplied. */
  supplyPct: number;
};

const AIR_J_M3K = 1_200;
/** Heat capacity of trees, frame and air, J/m²K. */
export const AIR_STORE = 18_000;
export const SURFACE_STORE = 100_000;
export const ROOT_STORE = 450_000;
const AIR_TO_SURFACE = 6.5;
const SURFACE_TO_ROOT = 8;
export const ROOT_TO_DEEP = 1.6;

/** J per mm (= kg/m²) of evaporated water. */
const LATENT_J_MM = 2.45e6;

export const ROOT_DEPTH_MM = 250;
/** Jeju's volcanic ash holds much water: per cent of volume at field capacity and at the wilting point. */
const FIELD_CAPACITY_PCT = 42;
const WILTING_PCT = 17;
const SINK_S = 25 * 60;
const DRAIN_S = 10 * 3_600;

export const OUTSIDE_CO2_PPM = 425;
/** mol of air in a cubic metre. */
const AIR_MOL_M3 = 41.6;

export function soilMoisturePct(state: HouseState): number {
  return (100 * state.soilWaterMm) / ROOT_DEPTH_MM;
}

/** Air exchange with outside, 1/s: leaks, and the side vents, driven by wind and temperature. */
function exchangePerS(house: House, state: HouseState, outside: Outside, equipment: Equipment): number {
  const leak = house.leakPerH * (0.5 + 0.14 * outside.windMps) * (1 - 0.3 * (equipment.curtainPct / 100));
  const vent = 8 + 4.5 * Math.min(outside.windMps, 10) + 4 * Math.sqrt(Math.abs(state.airC - outside.temperatureC));
  return (leak + house.ventFactor * vent * (equipment.ventPct / 100)) / 3_600;
}

/** Outside temperature of the cover: it radiates to the sky, so on a clear night it is colder than the air. */
function coverOutsideC(outside: Outside, curtain: number): number {
  const calm = 1 / (1 + outside.windMps / 6);
  return outside.temperatureC - 3.5 * (1 - outside.cloud) * calm * (1 - 0.6 * curtain);
}

/**
 * Evaporation from leaves and ground, W/m² of latent heat: Penman's two terms with greenhouse coefficients. Citrus
 * leaves transpire little, and less into moist air; otherwise a closed house would be full of fog at noon.
 */
function evaporationWm2(state: HouseState, sunInside: number): number {
  const deficitKpa = Math.max(0, saturationKpa(state.airC) - vapourKpa(state.vapourGm3, state.airC));
  const available = (soilMoisturePct(state) - WILTING_PCT) / (FIELD_CAPACITY_PCT - WILTING_PCT);
  const water = Math.min(1, Math.max(0, available / 0.4));
  const warmth = Math.min(1, Math.max(0.1, (state.airC - 2) / 20));
  const sun = 0.26 * sunInside * warmth * (0.25 + 0.75 * Math.min(1, deficitKpa));
  const leaves = (sun + (5 + 7 * Math.min(1, sunInside / 150)) * deficitKpa) * water;
  const ground = (14 + 8 * Math.min(1, state.surfaceWaterMm / 2)) * deficitKpa * Math.min(1, water * 3);
  return leaves + ground;
}

/** Backward Euler over the chain air, surface, roots, deep soil. */
function heat(
  state: HouseState,
  dt: number,
  airGain: number,
  airLossWm2K: number,
  surfaceGain: number,
  deepC: number,
): Pick<HouseState, 'airC' | 'soilSurfaceC' | 'soilC'> {
  const a = AIR_STORE / dt;
  const s = SURFACE_STORE / dt;
  const r = ROOT_STORE / dt;
  const rootDiagonal = r + SURFACE_TO_ROOT + ROOT_TO_DEEP;
  const rootRight = r * state.soilC + ROOT_TO_DEEP * deepC;
  const surfaceDiagonal = s + AIR_TO_SURFACE + SURFACE_TO_ROOT - (SURFACE_TO_ROOT * SURFACE_TO_ROOT) / rootDiagonal;
  const surfaceRight = s * state.soilSurfaceC + surfaceGain + (SURFACE_TO_ROOT * rootRight) / rootDiagonal;
  const airDiagonal = a + airLossWm2K + AIR_TO_SURFACE - (AIR_TO_SURFACE * AIR_TO_SURFACE) / surfaceDiagonal;
  const airRight = a * state.airC + airGain + (AIR_TO_SURFACE * surfaceRight) / surfaceDiagonal;
  const airC = airRight / airDiagonal;
  const soilSurfaceC = (surfaceRight + AIR_TO_SURFACE * airC) / surfaceDiagonal;
  return { airC, soilSurfaceC, soilC: (rootRight + SURFACE_TO_ROOT * soilSurfaceC) / rootDiagonal };
}

/** Vapour: evaporation adds it, air exchange and the cold film remove it, and above saturation it condenses. */
function vapour(
  house: House,
  state: HouseState,
  outside: Outside,
  dt: number,
  now: { airC: number; filmC: number; exchange: number; evaporation: number },
): number {
  const filmGm3 = saturationGm3(now.filmC);
  const toFilm = state.vapourGm3 > filmGm3 ? 0.006 / house.heightM : 0;
  const inflow = (1_000 * now.evaporation) / LATENT_J_MM / house.heightM;
  const next =
    (state.vapourGm3 + dt * (inflow + now.exchange * outside.vapourGm3 + toFilm * filmGm3)) /
    (1 + dt * (now.exchange + toFilm));
  return Math.min(next, saturationGm3(now.airC));
}

function water(house: House, state: HouseState, flowLpm: number, evaporation: number, dt: number) {
  const given = ((flowLpm / 60) * dt) / house.areaM2;
  const standing = state.surfaceWaterMm + given;
  const sunk = standing * (1 - Math.exp(-dt / SINK_S));
  const full = (FIELD_CAPACITY_PCT / 100) * ROOT_DEPTH_MM;
  const filled = state.soilWaterMm + sunk - (evaporation * dt) / LATENT_J_MM;
  const drained = Math.max(0, filled - full) * (1 - Math.exp(-dt / DRAIN_S));
  return { surfaceWaterMm: standing - sunk, soilWaterMm: filled - drained };
}

/** What a supply gives at full rate, µmol/m²s: 6 g/m²h, a usual burner or bottle bundle. */
const SUPPLY_UMOL_M2S = 38;

type Air = { sunInside: number; exchange: number; supplyPct: number };

/** CO2 of the trees and a supply: respiration doubles per 10 K, assimilation grows with light and CO2. */
function co2(house: House, state: HouseState, { sunInside, exchange, supplyPct }: Air, dt: number): number {
  const breath = 4.2 * 2 ** ((state.soilC - 15) / 10) + 0.6 * 2 ** ((state.airC - 15) / 10);
  const light = 2.06 * sunInside;
  const warmth = Math.min(1, Math.max(0.1, (state.airC - 3) / 17));
  const eatenPerPpm = ((19 * light) / (light + 350) / (state.co2Ppm + 220)) * warmth;
  const air = AIR_MOL_M3 * house.heightM;
  const supplied = (supplyPct / 100) * SUPPLY_UMOL_M2S;
  return (
    (state.co2Ppm + dt * ((breath + supplied) / air + exchange * OUTSIDE_CO2_PPM)) /
    (1 + dt * (eatenPerPpm / air + exchange))
  );
}

/** The state of the house `dt` seconds later. */
export function stepHouse(
  house: House,
  state: HouseState,
  outside: Outside,
  equipment: Equipment,
  dt: number,
): HouseState {
  const curtain = equipment.curtainPct / 100;
  const sunInside = outside.solarWm2 * house.transmission * (1 - 0.5 * curtain);
  const exchange = exchangePerS(house, state, outside, equipment);
  const airWm2K = exchange * house.heightM * AIR_J_M3K;
  const coverWm2K = house.coverWm2K * (1 + 0.035 * outside.windMps) * (1 - house.curtainSaving * curtain);
  const coverC = coverOutsideC(outside, curtain);
  const evaporation = evaporationWm2(state, sunInside);
  const temperatures = heat(
    state,
    dt,
    0.7 * sunInside -
      evaporation +
      (equipment.heaterPct / 100) * house.heaterWm2 +
      coverWm2K * coverC +
      airWm2K * outside.temperatureC,
    coverWm2K + airWm2K,
    0.12 * sunInside,
    deepSoilC(outside.month),
  );
  const airC = temperatures.airC;
  const soil = water(house, state, equipment.flowLpm, evaporation, dt);
  const now = { airC, filmC: coverC + (0.45 + 0.15 * curtain) * (airC - coverC), exchange, evaporation };
  return {
    airC,
    vapourGm3: vapour(house, state, outside, dt, now),
    soilSurfaceC: temperatures.soilSurfaceC,
    soilC: temperatures.soilC,
    soilWaterMm: soil.soilWaterMm,
    surfaceWaterMm: soil.surfaceWaterMm,
    co2Ppm: co2(house, state, { sunInside, exchange, supplyPct: equipment.supplyPct }, dt),
  };
}
