import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { member, objectOf } from '../config.ts';
import type { Driver, Observation, ObservedOutput, OutputTarget } from '../driver.ts';
import { type Motor, motorAt, motorStopped, moveTo } from '../motor.ts';
import { type House, houseAfter } from './house.ts';

const outputRoles = ['valve', 'pump', 'heater', 'fan', 'vent'] as const;
const sensorRoles = ['air', 'soil', 'flow'] as const;

/** An output with its real and its assumed state. */
type Output = {
  role: (typeof outputRoles)[number];
  /** Real position of a contact or a window, %; motors are slower than assumed by the factor `drift`. */
  realPct: number;
  /** Last command to a contact; a stuck relay does not report that it failed. */
  commandedPct: number;
  drift: number;
  motor: Motor;
  isStuck: boolean;
  isLocal: boolean;
};

type Simulated = {
  outputs: Map<string, Output>;
  sensors: Map<string, { role: (typeof sensorRoles)[number]; given: number | null; isSilent: boolean }>;
  house: House;
  around: { outsideC: number; lpm: number };
  isDry: boolean;
  now: number;
  save(): void;
  log(what: object): void;
};

type SimulatedDeps = { config: unknown; dir: string; log(what: object): void };

const SECOND_MS = 1_000;

/**
 * A simulated house: relays that keep their state when the program ends, motors that are slower than assumed, a meter,
 * and air and soil that react. Config: `outputs` and `sensors` by code with a `role`, `outsideC`, `airC`, `soilPct`,
 * `lpm`. Every change of a contact is logged, so that tests see the equipment itself.
 */
export function createSimulated({ config, dir, log }: SimulatedDeps): Driver {
  const given = objectOf(config, 'config');
  const number = (name: string, otherwise: number) => Number(given[name] ?? otherwise);
  const stands = equipmentFile(path.join(dir, 'equipment.json'));
  const before = stands.load();
  const outputs = Object.entries(objectOf(given.outputs, 'outputs')).map(([code, one]): [string, Output] => {
    const { role, drift } = objectOf(one, code);
    const realPct = before[code] ?? 0;
    const motor: Motor = { levelPct: realPct, standing: 'unknown', move: null };
    const known = member(role, outputRoles, `outputs.${code}.role`);
    return [
      code,
      { role: known, realPct, commandedPct: realPct, drift: Number(drift ?? 1), motor, isStuck: false, isLocal: false },
    ];
  });
  const sensors = Object.entries(objectOf(given.sensors ?? {}, 'sensors')).map(([code, one]) => {
    const role = member(objectOf(one, code).role, sensorRoles, `sensors.${code}.role`);
    return [code, { role, given: null, isSilent: false }] as const;
  });
  const self: Simulated = {
    outputs: new Map(outputs),
    sensors: new Map(sensors),
    house: { airC: number('airC', 15), soilPct: number('soilPct', 25), lpm: 0 },
    around: { outsideC: number('outsideC', 8), lpm: number('lpm', 20) },
    isDry: false,
    // No time passes before the first observed.
    now: Number.POSITIVE_INFINITY,
    save: () => stands.save(Object.fromEntries([...self.outputs].map(([code, { realPct }]) => [code, realPct]))),
    log,
  };
  return {
    async begin(levels, targets) {
      for (const [code, levelPct] of Object.entries(levels)) {
        const output = self.outputs.get(code);
        if (output?.role === 'vent' && output.motor.standing === 'unknown')
          output.motor = { ...output.motor, levelPct };
      }
      for (const target of targets) {
        drive(self, self.outputs.get(target.code)?.role === 'vent' ? { ...target, levelPct: null } : target);
      }
    },
    drive(targets) {
      for (const target of targets) drive(self, target);
    },
    observe(now) {
      pass(self, now);
      return lookAt(self);
    },
    injectFault: (words) => pretend(self, words),
    close() {},
  };
}

/** Where the equipment stands. It outlives the program and not the computer, so that it need not be flushed. */
function equipmentFile(file: string) {
  return {
    load(): Record<string, number> {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        return {};
      }
    },
    save(stands: Record<string, number>) {
      writeFileSync(`${file}.new`, JSON.stringify(stands));
      renameSync(`${file}.new`, file);
    },
  };
}

function drive(self: Simulated, target: OutputTarget): void {
  const output = self.outputs.get(target.code);
  if (!output || output.isLocal) return;
  const { levelPct } = target;
  if (output.role === 'vent') {
    const wasMoving = output.motor.move !== null;
    const motor = motorStopped(output.motor, self.now);
    output.motor = { ...motor, move: levelPct === null ? null : moveTo(motor, { ...target, levelPct }, self.now) };
    const { move } = output.motor;
    if (move || wasMoving)
      self.log({ motor: target.code, opens: move?.opens ?? null, fromPct: Math.round(output.realPct) });
  } else if (levelPct !== null) switchTo(self, target.code, levelPct);
}

function switchTo(self: Simulated, code: string, levelPct: number): void {
  const output = self.outputs.get(code);
  if (!output) return;
  output.commandedPct = levelPct;
  if (output.isStuck || output.realPct === levelPct) return;
  output.realPct = levelPct;
  self.save();
  self.log({ relay: code, levelPct });
}

/** Advances the time: motors move, and the house reacts. */
function pass(self: Simulated, now: number): void {
  const sec = Math.max(0, now - self.now) / SECOND_MS;
  for (const output of self.outputs.values()) {
    const { move } = output.motor;
    if (!move) continue;
    const ranSec = Math.min(sec, Math.max(0, move.sec - (self.now - move.startedAt) / SECOND_MS));
    const turned = ((move.opens ? 100 : -100) * ranSec) / (move.travelSec * output.drift);
    if (!output.isStuck) output.realPct = Math.min(100, Math.max(0, output.realPct + turned));
    output.motor = motorAt(output.motor, now);
    if (!output.motor.move) self.save();
  }
  self.now = now;
  const open = (role: Output['role']) =>
    [...self.outputs.values()].filter((one) => one.role === role && one.realPct > 0);
  const hasPump = [...self.outputs.values()].some(({ role }) => role === 'pump');
  const isFed = !self.isDry && (!hasPump || open('pump').length > 0);
  const vent = Math.max(0, ...open('vent').map(({ realPct }) => realPct / 100));
  const acting = { heater: open('heater').length > 0 ? 1 : 0, vent, isFed, valves: open('valve').length };
  self.house = houseAfter(self.house, acting, self.around, sec);
}

function lookAt({ outputs, sensors, house }: Simulated): Observation {
  const seen = [...outputs].map(([code, { role, commandedPct, motor, isLocal }]): [string, ObservedOutput] => {
    const isVent = role === 'vent';
    const about = { isLocal, fault: null, leftSec: null };
    const where = isVent
      ? { levelPct: motor.levelPct, isMoving: motor.move !== null, isEstimated: motor.standing !== 'end' }
      : { levelPct: commandedPct, isMoving: false, isEstimated: false };
    return [code, { ...where, ...about }];
  });
  const values = { air: house.airC, soil: house.soilPct, flow: house.lpm };
  const sensed = [...sensors].map(([code, { role, given, isSilent }]): [string, number | null] => [
    code,
    isSilent ? null : (given ?? Math.round(values[role] * 10) / 10),
  ]);
  return { seen: Object.fromEntries(seen), sensed: Object.fromEntries(sensed) };
}

/**
 * Injects faults: `stuck C`, `free C` (a relay that does not move), `local C 100`, `remote C` (local control), `silent
 * S`, `speak S`, `set S 2.5`, `unset S` (a sensor), `dry`, `wet` (the well).
 */
function pretend(self: Simulated, [what, code = '', value]: readonly string[]): boolean {
  const output = self.outputs.get(code);
  const sensor = self.sensors.get(code);
  if (what === 'dry' || what === 'wet') self.isDry = what === 'dry';
  else if (output && (what === 'stuck' || what === 'free')) {
    output.isStuck = what === 'stuck';
    if (output.role !== 'vent') switchTo(self, code, output.commandedPct);
  } else if (output && what === 'local') {
    output.isLocal = true;
    if (value !== undefined) switchTo(self, code, Number(value));
  } else if (output && what === 'remote') output.isLocal = false;
  else if (sensor && (what === 'silent' || what === 'speak')) sensor.isSilent = what === 'silent';
  else if (sensor && what === 'set') sensor.given = Number(value);
  else if (sensor && what === 'unset') sensor.given = null;
  else return false;
  return true;
}
