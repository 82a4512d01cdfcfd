import { describe, expect, it } from 'vitest';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { askedCommand } from '../command-life.ts';
import type { Series } from '../decide/world.ts';
import type { EquipmentActuator } from './equipment.ts';
import { commandsUnderWay } from './under-way.ts';

const CHANNEL = 31;
const SENSOR = 11;
/** Values at the second of a sensor that reports every so many seconds; null while it is silent. */
type Told = { type: Series['type']; everySec: number; value(sec: number): number | null };

/** One actuator with at most one sensor, looked at every five seconds; all times are seconds. */
function watched(type: ActuatorTypeName, told: Told | null, given: Partial<ActuatorSettings> = {}) {
  const settings = { ...defaultSettings(type), isCommanded: true, ...given };
  const wired = { device: 'gw', code: 'one', name: 'one' };
  const actuator: EquipmentActuator = { ...wired, channel: CHANNEL, type, areaName: '1동', settings };
  const underWay = commandsUnderWay([], () => undefined);
  let now = 0;
  let [levelPct, count] = [0, 0];
  let id: string | null = null;
  const results: string[] = [];
  const stops: string[] = [];
  const series = () => {
    if (!told) return [];
    const points: [number, number][] = [];
    for (let sec = -1_200; sec <= now; sec += told.everySec) {
      const value = told.value(sec);
      if (value !== null) points.push([sec * SECOND_MS, value]);
    }
    const sensor = { channel: SENSOR, areaName: '1동', points, intervalMs: told.everySec * SECOND_MS };
    return [{ ...sensor, type: told.type, isDoubted: false }];
  };
  const look = () => {
    const at = now * SECOND_MS;
    const shown = { isMoving: false, isEstimated: false, run: null, endsAt: null, fault: null };
    const state: ActuatorState = { v: 1, source: 'command', at, levelPct, targetPct: levelPct, id, ...shown };
    underWay.follow(actuator, { at, state, sensors: series(), isReachable: true });
    const [found, due, changed] = [underWay.results(), underWay.due(), underWay.changed()];
    results.push(...found.map(({ id: of, status }) => `${of} ${status}`));
    stops.push(...due.filter(({ effect }) => effect === 'stop').map(({ command }) => command.planned.id));
    for (const { planned, life } of changed) lives.set(planned.id, life);
    underWay.take({ results: found, due, changed });
  };
  const lives = new Map<string, ReturnType<typeof askedCommand>>();
  return {
    results,
    stops,
    /** Its controller takes a start or a renewal of a run, and runs. */
    on(run: string, maxRunSec: number) {
      count += 1;
      const own = `${count}`;
      const planned = { id: own, do: 'on', levelPct: 100, maxRunSec, channel: CHANNEL, run } as const;
      const life = askedCommand({ ...planned, type }, now * SECOND_MS);
      underWay.add({ planned: { ...planned, litres: null, why: 'rule', rule: null }, life, term: 1, seq: count });
      const ack = { v: 1, id: own, code: null, endsAt: null, maxRunSec, litres: null, duplicate: false } as const;
      const taken: Ack = { ...ack, status: 'accepted', at: now * SECOND_MS };
      underWay.ack(taken, now * SECOND_MS, undefined);
      [levelPct, id] = [100, own];
      look();
    },
    off() {
      [levelPct, id] = [0, null];
      look();
    },
    until(sec: number) {
      while (now < sec) {
        now += 5;
        look();
      }
    },
    trail: (of: string) => lives.get(of)?.trail.flatMap(({ state, reason }) => (reason ? [state, reason] : [state])),
  };
}

const thermometer = (value: Told['value']): Told => ({ type: 'TEMPERATURE', everySec: 60, value });
const gauge = (value: Told['value']): Told => ({ type: 'CO2', everySec: 60, value });
const meter = (everySec: number, value: Told['value']): Told => ({ type: 'FLOW_RATE', everySec, value });
const metered = { flowChannel: SENSOR, nominalLpm: 40 };
const begun = ['asked', 'accepted', 'running'];

describe('a heater whose lease is renewed before its proof is due', () => {
  const heated = (value: Told['value']) => {
    const heater = watched('HEATER', thermometer(value));
    for (const sec of [0, 450, 900, 1_350]) {
      heater.until(sec);
      heater.on('a', 900);
    }
    heater.until(1_500);
    heater.off();
    return heater;
  };

  it('is unproved ten minutes after its start when the air goes on falling, once, and goes on', () => {
    const heater = heated((sec) => 12 - sec / 3_600);
    expect(heater.results).toEqual(['2 unproved']);
    expect(heater.stops).toEqual([]);
    expect(heater.trail('1')).toEqual([...begun, 'done', 'REPLACED']);
    expect(heater.trail('2')).toEqual([...begun, 'unproved', 'UNPROVED']);
    // Whoever opens the last one is not told that there is no thermometer.
    expect(heater.trail('4')).toEqual([...begun, 'done', 'UNPROVED']);
  });

  it('is judged anew when it is lit again', () => {
    const heater = heated((sec) => (sec < 1_800 ? 12 - sec / 3_600 : sec / 300));
    heater.until(1_800);
    heater.on('b', 900);
    heater.until(2_405);
    expect(heater.results).toEqual(['2 unproved', '5 proved']);
  });

  it('is proved by the air that warms from the start of the run', () => {
    const heater = heated((sec) => 12 + Math.max(0, sec) / 600);
    expect(heater.results).toEqual(['2 proved']);
    expect(heater.trail('4')).toEqual([...begun, 'done']);
  });

  it('says that nothing proves it only where no thermometer is', () => {
    const blind = watched('HEATER', null);
    blind.on('a', 900);
    blind.until(700);
    blind.off();
    expect(blind.trail('1')).toEqual([...begun, 'done', 'UNCHECKED']);
    const brief = watched(
      'HEATER',
      thermometer(() => 12),
    );
    brief.on('a', 900);
    brief.until(300);
    brief.off();
    expect(brief.trail('1')).toEqual([...begun, 'done', 'TOO_SHORT']);
  });
});

describe('a dose of carbon dioxide', () => {
  const dosed = (value: Told['value'], endSec = 180) => {
    const supply = watched('CO2_SUPPLY', gauge(value));
    supply.on('a', 180);
    supply.until(endSec);
    supply.off();
    supply.until(700);
    return supply;
  };

  it('of an empty bottle is unproved ten minutes after its start, though it has ended long before', () => {
    const supply = dosed(() => 420);
    expect(supply.results).toEqual(['1 unproved']);
    expect(supply.trail('1')).toEqual([...begun, 'done', 'unproved', 'UNPROVED']);
    // What runs by then is of a later command.
    expect(supply.stops).toEqual([]);
  });

  it('is proved by a rise that comes after its end', () => {
    const supply = dosed((sec) => (sec < 240 ? 420 : 460));
    expect(supply.results).toEqual(['1 proved']);
    expect(supply.trail('1')).toEqual([...begun, 'done']);
  });

  it.each<[string, Told['value'], number]>([
    ['that was cut', () => 420, 90],
    ['of which the sensor told too little', (sec) => (sec < 200 ? 420 : null), 180],
  ])('%s blames nobody', (_, value, endSec) => {
    const supply = dosed(value, endSec);
    expect(supply.results).toEqual([]);
    expect(supply.trail('1')).toEqual([...begun, 'done', 'UNTOLD']);
  });
});

describe('water', () => {
  it('that is short is unproved when its meter has shown no flow while it ran, whatever flows after it', () => {
    const valve = watched(
      'WATER',
      meter(60, (sec) => (sec > 130 ? 40 : 0)),
      metered,
    );
    valve.until(10);
    valve.on('a', 400);
    valve.until(125);
    valve.off();
    valve.until(140);
    expect(valve.results).toEqual(['1 unproved']);
    expect(valve.stops).toEqual([]);
  });

  it('of which only one reading was taken blames nobody', () => {
    const valve = watched(
      'WATER',
      meter(60, () => 0),
      metered,
    );
    valve.until(10);
    valve.on('a', 400);
    valve.until(75);
    valve.off();
    valve.until(300);
    expect(valve.trail('1')).toEqual([...begun, 'done', 'UNTOLD']);
  });

  it('whose end is moved is judged by its start, and stopped', () => {
    const pump = watched(
      'PUMP',
      meter(60, () => 0),
      metered,
    );
    pump.on('a', 400);
    pump.until(100);
    pump.on('a', 400);
    pump.until(130);
    expect(pump.results).toEqual(['2 unproved']);
    expect(pump.stops).toEqual(['2']);
  });
});
