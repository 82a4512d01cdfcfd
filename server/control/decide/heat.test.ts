import { describe, expect, it } from 'vitest';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, mildWeather, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';
import type { World } from './world.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const thermometer = { channel: 11, type: 'TEMPERATURE', areaName: '1동', intervalMs: MINUTE_MS } as const;

describe('heat', () => {
  const heater = anActuator(31, 'HEATER');
  const vent = anActuator(32, 'VENT', { holdSec: 0 });
  const heat = {
    ...defaultHeatSettings,
    enabled: true,
    dayTargetC: 12,
    nightTargetC: 8,
    hysteresisC: 1,
    frostGuardC: 3,
  };
  const air = (value: (minute: number) => number) => [[11, 'TEMPERATURE', value] as const];

  it('is on below the target and off at target and deviation', () => {
    const lived = ticks({
      at: noon,
      minutes: 20,
      actuators: [heater],
      sensors: air((minute) => (minute < 8 ? 11.9 : minute < 12 ? 12.9 : 13)),
      world: () => ({ heat }),
    });
    expect([...new Set(onsOf(lived, 31))]).toEqual(Array.from({ length: 12 }, (_, minute) => minute));
  });

  it('goes on in frost though six orders in a row to go on never arrive', () => {
    let lost = 0;
    const lived = ticks({
      at: noon,
      minutes: 20,
      actuators: [heater],
      sensors: air(() => 2),
      world: () => ({ heat }),
      isLost(_, minute) {
        if (minute === 0 || lost === 6) return false;
        lost += 1;
        return true;
      },
    });
    expect(lost).toBe(6);
    expect([...new Set(onsOf(lived, 31))]).toEqual(Array.from({ length: 20 }, (_, minute) => minute));
  });

  it('waits until the vent is shut, except for frost', () => {
    const interlocks = builtInInterlocks([heater, vent], [thermometer]);
    const override = {
      id: 'hand',
      channel: 32,
      levelPct: 60,
      setAt: noon,
      endsAt: noon + 10 * MINUTE_MS,
      litres: null,
    };
    const at = (celsius: number) =>
      ticks({
        at: noon,
        minutes: 15,
        actuators: [heater, vent],
        sensors: air(() => celsius),
        levels: { 32: 60 },
        world: () => ({ heat, interlocks, overrides: [override] }),
      });
    expect(Math.min(...onsOf(at(9), 31))).toBeGreaterThanOrEqual(10);
    const frosty = at(2.9);
    expect(Math.min(...onsOf(frosty, 31))).toBe(0);
    expect(frosty.at(0)?.levels[32]).toBe(0);
    expect(wordsOf(frosty)).toContain('0 31 started FROST');
  });

  it('runs by the one thermometer of three that still reports, in frost too', () => {
    const lived = (celsius: number) =>
      ticks({
        at: noon,
        minutes: 15,
        actuators: [heater],
        sensors: [
          [11, 'TEMPERATURE', () => null],
          [12, 'TEMPERATURE', (minute) => (minute < 2 ? 30 : null)],
          [13, 'TEMPERATURE', () => celsius],
        ],
        world: () => ({ heat }),
      });
    expect(lived(9).at(-1)?.levels[31]).toBe(100);
    expect(wordsOf(lived(-1))).toContain('0 31 started FROST');
    expect(onsOf(lived(14), 31)).toEqual([]);
  });

  it('does not run on a value that is old, and says which', () => {
    const lived = ticks({
      at: noon,
      minutes: 20,
      actuators: [heater],
      sensors: [[11, 'TEMPERATURE', (minute) => (minute < 3 ? 5 : null)]],
      world: () => ({ heat }),
    });
    expect(Math.max(...onsOf(lived, 31))).toBe(5);
    expect(wordsOf(lived)).toContain('6 31 stopped SENSOR_SILENT');
  });
});

describe('heat without a thermometer', () => {
  const heater = anActuator(31, 'HEATER', { blindDuty: { onMin: 10, offMin: 20 } });
  const winter = startOfSeoulDate('2027-01-12') + 3 * 60 * MINUTE_MS;
  const heatedFor = (at: number, outside: World['weather'], actuator = heater) => {
    const heat = { ...defaultHeatSettings, enabled: true, nightTargetC: 8, frostGuardC: 3 };
    const sensors = [[11, 'TEMPERATURE', () => null]] as const;
    const world = () => ({ heat, weather: outside });
    return new Set(onsOf(ticks({ at, minutes: 60, actuators: [actuator], sensors, world }), 31)).size;
  };

  it('goes by the weather outside, at the times that the owner has set', () => {
    expect(heatedFor(winter, { ...mildWeather, tempC: 4 })).toBe(20);
    expect(heatedFor(winter, { ...mildWeather, tempC: 8 })).toBe(0);
    expect(heatedFor(winter, { ...mildWeather, tempC: 4 }, anActuator(31, 'HEATER'))).toBe(0);
  });

  it('takes a winter night of which nobody tells the weather for cold', () => {
    expect(heatedFor(winter, null)).toBe(20);
    expect(heatedFor(winter, { ...mildWeather, tempC: null })).toBe(20);
    expect(heatedFor(winter + 9 * 60 * MINUTE_MS, null)).toBe(0);
    expect(heatedFor(startOfSeoulDate('2026-07-12'), null)).toBe(0);
    const next = { tempC: 9, rainMm: 0, popPct: 0, windMps: 1 };
    expect(heatedFor(winter, { ...mildWeather, tempC: null, forecast: [next] })).toBe(0);
  });
});
