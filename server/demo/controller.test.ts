import { describe, expect, it } from 'vitest';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { Outside } from './climate.ts';
import { type ControllerState, control, equipment, type HeatOrder, restingController } from './controller.ts';
import { demoFarms } from './farms.ts';
import { type House, type HouseState, ROOT_DEPTH_MM } from './greenhouse.ts';

function firstHouse(): House {
  const found = demoFarms[0]?.houses[0]?.structure;
  if (!found) throw new Error('the first farm has a house');
  return found;
}
const house = firstHouse();

const midnight = startOfSeoulDate('2026-01-15');
const heat: HeatOrder = { targetC: 8, frostGuardC: 2, hysteresisC: 1 };

function aNight(given: Partial<Outside> = {}): Outside {
  return {
    at: midnight,
    month: 0.5,
    sunAltitudeDeg: -30,
    solarWm2: 0,
    temperatureC: 3,
    humidityPct: 70,
    vapourGm3: 4,
    cloud: 0.5,
    windMps: 3,
    rainMmH: 0,
    ...given,
  };
}

function aDay(given: Partial<Outside> = {}): Outside {
  return aNight({ at: midnight + 12 * HOUR_MS, sunAltitudeDeg: 35, solarWm2: 500, temperatureC: 12, ...given });
}

function aState(airC: number, soilPct = 30): HouseState {
  return {
    airC,
    vapourGm3: 7,
    soilSurfaceC: airC,
    soilC: airC,
    soilWaterMm: (soilPct / 100) * ROOT_DEPTH_MM,
    surfaceWaterMm: 0,
    co2Ppm: 450,
  };
}

type Round = { state: HouseState; outside: Outside; heat?: HeatOrder };

function rounds(was: ControllerState, minutes: number, round: Round): ControllerState {
  const input = { house, watering: { startMinute: 420, doseFactor: 1 }, heat, ...round };
  let controller = was;
  for (let i = 0; i < minutes; i += 1) controller = control(controller, input, 60);
  return controller;
}

const resting = restingController(midnight);

describe('the heater', () => {
  it('starts below the target and stops only above target and hysteresis', () => {
    const started = rounds(resting, 1, { state: aState(7.9), outside: aNight() });
    expect(started.heaterOn).toBe(true);
    const between = rounds(started, 10, { state: aState(8.9), outside: aNight() });
    expect(between.heaterOn).toBe(true);
    const stopped = rounds(between, 1, { state: aState(9), outside: aNight() });
    expect(stopped.heaterOn).toBe(false);
    expect(rounds(stopped, 10, { state: aState(8.1), outside: aNight() }).heaterOn).toBe(false);
  });

  it('follows a target that is raised or lowered from the next round on', () => {
    const round = { state: aState(10), outside: aNight() };
    expect(rounds(resting, 1, round).heaterOn).toBe(false);
    const raised = rounds(resting, 1, { ...round, heat: { ...heat, targetC: 12 } });
    expect(raised.heaterOn).toBe(true);
    expect(rounds(raised, 4, round).heaterOn).toBe(false);
  });

  it('runs at least three minutes', () => {
    const started = rounds(resting, 1, { state: aState(7), outside: aNight() });
    expect(rounds(started, 2, { state: aState(20), outside: aNight() }).heaterOn).toBe(true);
    expect(rounds(started, 3, { state: aState(20), outside: aNight() }).heaterOn).toBe(false);
  });

  it('waits for open vents to close', () => {
    const open = { ...resting, ventPct: 60, ventTargetPct: 60 };
    const round = { state: aState(5), outside: aNight() };
    expect(rounds(open, 1, round)).toMatchObject({ heaterOn: false, ventTargetPct: 0 });
    expect(rounds(open, 6, round)).toMatchObject({ heaterOn: true, ventPct: 0 });
  });

  it('guards against frost though heating is switched off and vents are open', () => {
    const off = { ...heat, targetC: heat.frostGuardC };
    expect(rounds(resting, 1, { state: aState(4), outside: aNight(), heat: off }).heaterOn).toBe(false);
    const open = { ...resting, ventPct: 60, ventTargetPct: 60 };
    expect(rounds(open, 1, { state: aState(1.9), outside: aNight(), heat: off }).heaterOn).toBe(true);
  });
});

describe('the side vents', () => {
  it('open in steps above the set point of the season, further the hotter it is', () => {
    const warm = rounds(resting, 120, { state: aState(18), outside: aDay() });
    const hot = rounds(resting, 120, { state: aState(24), outside: aDay() });
    expect(warm.ventPct).toBeGreaterThan(20);
    expect(hot.ventPct).toBeGreaterThan(warm.ventPct + 20);
    expect(rounds(resting, 120, { state: aState(13), outside: aDay() }).ventPct).toBe(0);
  });

  it('take five minutes from shut to open', () => {
    const told = { ...resting, ventTargetPct: 100, ventHeldS: 0 };
    const round = { state: aState(35), outside: aDay() };
    expect(rounds(told, 4, round).ventPct).toBeCloseTo(80, 9);
    expect(rounds(told, 5, round).ventPct).toBe(100);
  });

  it('shut in cold rain and draw in before a gale', () => {
    const open = { ...resting, ventPct: 100, ventTargetPct: 100 };
    expect(rounds(open, 15, { state: aState(20), outside: aDay({ rainMmH: 2 }) }).ventPct).toBe(0);
    expect(rounds(open, 15, { state: aState(25), outside: aDay({ windMps: 16 }) }).ventPct).toBe(10);
  });

  it('stay open through a summer night', () => {
    const night = aNight({ month: 7.5, temperatureC: 25 });
    expect(rounds(resting, 120, { state: aState(25.5), outside: night }).ventPct).toBe(100);
  });
});

describe('the thermal curtain', () => {
  it('is drawn on a cold night and open by day and in summer', () => {
    expect(rounds(resting, 10, { state: aState(10), outside: aNight() }).curtainPct).toBe(100);
    expect(rounds(resting, 10, { state: aState(10), outside: aDay() }).curtainPct).toBe(0);
    expect(rounds(resting, 10, { state: aState(25), outside: aNight({ temperatureC: 22 }) }).curtainPct).toBe(0);
  });
});

describe('watering', () => {
  const morning = aNight({ at: midnight + 7 * HOUR_MS });

  function litresGiven(soilPct: number, outside: Outside): number {
    let controller = resting;
    let litres = 0;
    for (let minute = 0; minute < 180; minute += 1) {
      const at = outside.at + minute * 60_000;
      controller = rounds(controller, 1, { state: aState(12, soilPct), outside: { ...outside, at } });
      litres += equipment(controller, house).flowLpm;
    }
    return litres;
  }

  it('gives the amount of the season, to the litre that one more minute brings, when the soil is dry', () => {
    // In the middle of January: 4 mm.
    expect(litresGiven(20, morning)).toBeGreaterThanOrEqual(4 * house.areaM2);
    expect(litresGiven(20, morning)).toBeLessThan(4 * house.areaM2 + house.flowLpm);
  });

  it('does not begin at another hour', () => {
    expect(litresGiven(20, aNight({ at: midnight + 8 * HOUR_MS }))).toBe(0);
  });

  it('leaves moist soil alone until the interval is over, and wet soil then too', () => {
    expect(litresGiven(24, morning)).toBe(0);
    const weeksLater = { ...morning, at: morning.at + 16 * 24 * HOUR_MS, month: 0.5 };
    expect(litresGiven(24, weeksLater)).toBeGreaterThan(0);
    expect(litresGiven(40, weeksLater)).toBe(0);
  });
});
