/**
 * What the wall controller of a house does by itself: thermostat, side vents, thermal curtain, watering. Positions
 * change at the speed of the motors.
 */
import { DAY_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { Outside } from './climate.ts';
import { type Monthly, seasonal } from './climate-normals.ts';
import { type Equipment, type House, type HouseState, soilMoisturePct } from './greenhouse.ts';

/** The heating settings at an instant; the target comes from heatTargetAt of the contract. */
export type HeatOrder = {
  targetC: number;
  /** Below this temperature the heater always runs. */
  frostGuardC: number;
  /** The heater starts below the target and stops this far above it. */
  hysteresisC: number;
};

export type Watering = {
  /** Minute of the Seoul day at which the valve may open; houses with a common pump take turns. */
  startMinute: number;
  /** Factor of the usual amount; below 1: smaller doses, more often. */
  doseFactor: number;
};

export type ControllerState = {
  heaterOn: boolean;
  /** How long the heater has been on or off. */
  heaterHeldS: number;
  ventPct: number;
  ventTargetPct: number;
  ventHeldS: number;
  curtainPct: number;
  curtainDrawn: boolean;
  /** Water of the current dose that is still to be given. */
  waterLeftL: number;
  /** 0 before the valve opens, then how long it has been open. */
  waterOpenS: number;
  lastWateredAt: number;
};

/** Maximum temperature at which growers begin to ventilate, from the growth calendar of late citrus crops. */
const VENT_SET_C: Monthly = [14, 15, 20, 23, 24, 25, 25, 25, 25, 23, 20, 16];
/** Watering through the year: soil moisture at which it starts (%), longest interval in days, amount (mm = t/10a). */
const WATER_START_PCT: Monthly = [22, 23, 31, 28, 33, 34, 35, 35, 33, 29, 26, 23];
const WATER_EVERY_DAYS: Monthly = [16, 14, 8, 6, 4, 5, 5, 5, 5, 7, 9, 13];
const WATER_MM: Monthly = [4, 6, 10, 6, 6, 8, 11, 12, 8, 5, 3.5, 3];

/** Soil this far above the starting moisture is wet enough to wait. */
const WET_ENOUGH_PCT = 2.5;

/** The shortest time between switching a burner on and off. */
const HEATER_MIN_S = 180;
const VENT_BAND_C = 6;
const VENT_STEP_PCT = 10;
const VENT_OPEN_STEP_PCT = 20;
const VENT_HOLD_S = 300;
/** Full travel of vent and curtain motors takes five minutes. */
const MOTOR_PCT_S = 100 / 300;

function moved(position: number, target: number, dt: number): number {
  const reach = MOTOR_PCT_S * dt;
  return position + Math.min(reach, Math.max(-reach, target - position));
}

function nextHeater(was: ControllerState, airC: number, heat: HeatOrder, dt: number) {
  const held = was.heaterHeldS + dt;
  const { targetC, hysteresisC } = heat;
  const frost = airC < heat.frostGuardC;
  // Never heats with open vents. The frost guard waits neither for vents nor for the minimum time.
  const wanted = frost || (was.ventPct === 0 && (was.heaterOn ? airC < targetC + hysteresisC : airC < targetC));
  if (wanted === was.heaterOn || (held < HEATER_MIN_S && !frost)) {
    return { heaterOn: was.heaterOn, heaterHeldS: held };
  }
  return { heaterOn: wanted, heaterHeldS: 0 };
}

/** In warm months the house stays open day and night, as close to the weather as possible. */
function openBySeason(outside: Outside): number {
  return Math.min(100, Math.max(0, (outside.temperatureC - 16) * 20));
}

function ventLimit(airC: number, outside: Outside): number {
  if (outside.windMps > 13) return 10;
  // Warm rain: open a little, more in a hot house. Cold rain: closed.
  if (outside.rainMmH > 0.2) return outside.temperatureC > 16 ? Math.max(30, 30 + 10 * (airC - 26)) : 0;
  return outside.temperatureC < 3 && airC < 22 ? 20 : 100;
}

function nextVent(was: ControllerState, airC: number, heat: HeatOrder, outside: Outside, dt: number) {
  const setC = Math.max(seasonal(VENT_SET_C, outside.month), heat.targetC + heat.hysteresisC + 1);
  const byHeat = (100 * (airC - setC)) / VENT_BAND_C;
  const airing = airC < heat.targetC + 1 ? 0 : Math.max(byHeat, openBySeason(outside));
  const wanted = Math.min(ventLimit(airC, outside), Math.max(0, airing));
  const rounded = Math.round(wanted / VENT_STEP_PCT) * VENT_STEP_PCT;
  const held = was.ventHeldS + dt;
  const ventPct = moved(was.ventPct, was.ventTargetPct, dt);
  // A dead band wider than half a step, so that the motor does not follow every gust.
  const worthwhile = Math.abs(wanted - was.ventTargetPct) > 0.9 * VENT_STEP_PCT || wanted === 0;
  if (rounded === was.ventTargetPct || held < VENT_HOLD_S || !worthwhile) {
    return { ventPct, ventTargetPct: was.ventTargetPct, ventHeldS: held };
  }
  // Closes at once if needed but opens in steps, because sudden cold air harms flowers. Heat harms them more.
  const step = airC > setC + VENT_BAND_C ? 100 : VENT_OPEN_STEP_PCT;
  return { ventPct, ventTargetPct: Math.min(rounded, was.ventTargetPct + step), ventHeldS: 0 };
}

/** Drawn on cold nights only. */
function nextCurtain(was: ControllerState, outside: Outside, dt: number) {
  const cold = outside.temperatureC < (was.curtainDrawn ? 14 : 12);
  const dark = outside.sunAltitudeDeg < (was.curtainDrawn ? 4 : -1);
  const curtainDrawn = cold && dark;
  return { curtainDrawn, curtainPct: moved(was.curtainPct, curtainDrawn ? 100 : 0, dt) };
}

function nextWater(
  was: ControllerState,
  house: House,
  watering: Watering,
  state: HouseState,
  outside: Outside,
  dt: number,
) {
  const minute = Math.floor((outside.at - startOfSeoulDay(outside.at)) / MINUTE_MS);
  if (was.waterLeftL > 0) {
    const waterLeftL = Math.max(0, was.waterLeftL - (equipment(was, house).flowLpm / 60) * dt);
    return { waterLeftL, waterOpenS: waterLeftL > 0 ? was.waterOpenS + dt : 0, lastWateredAt: was.lastWateredAt };
  }
  const idle = { waterLeftL: 0, waterOpenS: 0, lastWateredAt: was.lastWateredAt };
  if (minute !== watering.startMinute) return idle;
  const moisture = soilMoisturePct(state);
  const days = (outside.at - was.lastWateredAt) / DAY_MS;
  const due = days > seasonal(WATER_EVERY_DAYS, outside.month) * watering.doseFactor - 0.5;
  const start = seasonal(WATER_START_PCT, outside.month);
  // A due interval alone does not open the valve over wet soil.
  if (moisture >= start && !(due && moisture < start + WET_ENOUGH_PCT)) return idle;
  const amountMm = seasonal(WATER_MM, outside.month) * watering.doseFactor;
  return { waterLeftL: amountMm * house.areaM2, waterOpenS: dt, lastWateredAt: outside.at };
}

type ControlInput = {
  house: House;
  watering: Watering;
  state: HouseState;
  outside: Outside;
  heat: HeatOrder;
};

/** One step of the controller, `dt` seconds after the last. */
export function control(was: ControllerState, input: ControlInput, dt: number): ControllerState {
  const { house, watering, state, outside, heat } = input;
  const heater = nextHeater(was, state.airC, heat, dt);
  const vent = nextVent(was, state.airC, heat, outside, dt);
  const curtain = nextCurtain(was, outside, dt);
  const water = nextWater(was, house, watering, state, outside, dt);
  // Written out instead of spread, which takes ten times longer and runs millions of times for the history.
  return {
    heaterOn: heater.heaterOn,
    heaterHeldS: heater.heaterHeldS,
    ventPct: vent.ventPct,
    ventTargetPct: vent.ventTargetPct,
    ventHeldS: vent.ventHeldS,
    curtainPct: curtain.curtainPct,
    curtainDrawn: curtain.curtainDrawn,
    waterLeftL: water.waterLeftL,
    waterOpenS: water.waterOpenS,
    lastWateredAt: water.lastWateredAt,
  };
}

/** The state of the equipment after a step; the pump needs a minute to fill its pipes. */
export function equipment(controller: ControllerState, house: House): Equipment {
  const open = controller.waterLeftL > 0;
  return {
    heaterPct: controller.heaterOn ? 100 : 0,
    ventPct: controller.ventPct,
    curtainPct: controller.curtainPct,
    flowLpm: open ? house.flowLpm * (controller.waterOpenS <= 60 ? 0.6 : 1) : 0,
    supplyPct: 0,
  };
}

/** A controller that was just switched on. */
export function restingController(at: number): ControllerState {
  return {
    heaterOn: false,
    heaterHeldS: HEATER_MIN_S,
    ventPct: 0,
    ventTargetPct: 0,
    ventHeldS: VENT_HOLD_S,
    curtainPct: 0,
    curtainDrawn: false,
    waterLeftL: 0,
    waterOpenS: 0,
    lastWateredAt: at - DAY_MS,
  };
}
