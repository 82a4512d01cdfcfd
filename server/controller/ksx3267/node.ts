import { objectOf, wholeOf } from '../config.ts';
import type { ObservedOutput, OutputTarget } from '../driver.ts';
import { type Motor, motorAt, motorStopped } from '../motor.ts';

/** The commands used. 201 ON, 301 OPEN and 302 CLOSE have no end of their own and are never sent. */
export const command = { off: 0, timedOn: 202, timedOpen: 303, timedClose: 304, setPosition: 305 } as const;
const status = { ready: 0, busy: 2, on: 201, byUser: 299, opening: 301, closing: 302, byHand: 399 } as const;
const faults: Readonly<Record<number, string>> = {
  1: 'ERROR',
  3: 'VOLTAGE_ERROR',
  4: 'CURRENT_ERROR',
  5: 'TEMPERATURE_ERROR',
  6: 'FUSE_ERROR',
};

/** Registers of a node. A frame's address is the register number. */
export const info = { address: 1, count: 8, channels: 5 } as const;
export const deviceCodes = 101;
export const sensorBlock = { address: 202, count: 91 } as const;
/** Opid and state of the node; those of its channels follow. */
export const stateBlock = 201;
const MOST = { switches: 16, openers: 8, sensors: 30, unit: 247 } as const;

const SECOND_MS = 1_000;
export const POLL_MS = { moving: 1_000, still: 5_000 } as const;
/** Number of reads after a write within which the change must be seen. */
const LOOKS = 3;
/** Tolerance for the node's seconds, ms. */
const SLACK_MS = 2_000;

export type Line = {
  code: string;
  at: { status: number; command: number; device: number };
  isOpener: boolean;
  target: OutputTarget | null;
  /** When the target ends, ms of the bridge's clock; null: only the next target ends it. */
  endsAt: number | null;
  toWrite: boolean;
  /** Whether the node moves to positions by itself. */
  isPositioned: boolean;
  /** Written, but not yet confirmed. */
  isPending: boolean;
  looks: number;
  opid: number;
  /** When a switch without an end is started again. */
  renewAt: number;
  motor: Motor;
  isOn: boolean;
  isTurning: boolean;
  isLocal: boolean;
  leftSec: number;
  isAttached: boolean;
  fault: string | null;
};

type Sensor = { code: string; number: number; value: number | null; heardAt: number };

export type Node = {
  unit: number;
  lines: Line[];
  sensors: Sensor[];
  pollAt: number;
  isLost: boolean;
  /** Whether the codes of its attached devices were read. */
  isKnown: boolean;
  /** Whether it accepts positions; undefined until tested. */
  takesPosition: boolean | undefined;
};

/** The nodes of a configuration; throws an error that names a wrong field. */
export function nodesOf(outputs: Record<string, unknown>, sensors: Record<string, unknown>): Node[] {
  const nodes = new Map<number, Node>();
  const nodeOf = (given: unknown, name: string) => {
    const unit = wholeOf(given, `${name}.unit`, 1, MOST.unit);
    const none = { lines: [], sensors: [], pollAt: 0, isLost: false, isKnown: false, takesPosition: undefined };
    const node = nodes.get(unit) ?? { unit, ...none };
    nodes.set(unit, node);
    return node;
  };
  for (const [code, given] of Object.entries(outputs)) {
    const { unit, switch: k, opener: j } = objectOf(given, code);
    const isOpener = k === undefined;
    const number = wholeOf(
      isOpener ? j : k,
      `${code}.${isOpener ? 'opener' : 'switch'}`,
      1,
      isOpener ? MOST.openers : MOST.switches,
    );
    nodeOf(unit, code).lines.push(lineOf(code, isOpener, number));
  }
  for (const [code, given] of Object.entries(sensors)) {
    const { unit, sensor } = objectOf(given, code);
    const number = wholeOf(sensor, `${code}.sensor`, 1, MOST.sensors);
    nodeOf(unit, code).sensors.push({ code, number, value: null, heardAt: 0 });
  }
  const both = [...nodes.values()].find((node) => node.lines.length > 0 && node.sensors.length > 0);
  if (both) throw new Error(`unit ${both.unit} has outputs and sensors, whose registers are the same`);
  return [...nodes.values()];
}

function lineOf(code: string, isOpener: boolean, number: number): Line {
  const at = isOpener
    ? { status: 267 + 4 * (number - 1), command: 567 + 4 * (number - 1), device: MOST.switches + number - 1 }
    : { status: 203 + 4 * (number - 1), command: 503 + 4 * (number - 1), device: number - 1 };
  return {
    code,
    at,
    isOpener,
    target: null,
    endsAt: null,
    toWrite: false,
    isPositioned: false,
    isPending: false,
    looks: 0,
    opid: 0,
    renewAt: Number.POSITIVE_INFINITY,
    motor: { levelPct: 0, standing: 'unknown', move: null },
    isOn: false,
    isTurning: false,
    isLocal: false,
    leftSec: 0,
    isAttached: true,
    fault: null,
  };
}

/** Parses four registers of a channel: the current opid, the state, and its remaining time, low word first. */
export function readLine(line: Line, registers: readonly number[], now: number): void {
  const [opid = 0, state = 0, low = 0, high = 0] = registers;
  line.leftSec = low + 0x1_0000 * high;
  line.isLocal = state === status.byUser || state === status.byHand;
  if (line.isLocal) {
    // Local control changes the position unseen; new targets are written after it ends.
    Object.assign(line, { toWrite: false, isPending: true, looks: 0, isTurning: false });
    line.motor = { ...motorStopped(line.motor, now), standing: 'unknown' };
    return;
  }
  line.looks += 1;
  line.isOn = state === status.on;
  line.isTurning = state === status.opening || state === status.closing;
  const isOurs = opid === line.opid;
  const isSo = line.isOpener ? isOpenerSo(line, state, isOurs, now) : isSwitchSo(line, state, isOurs, now);
  if (isSo && !line.isTurning) line.motor = motorAtRest(line, now);
  const isWaited = line.isPending && line.looks <= LOOKS;
  if (isSo || !isWaited) line.isPending = false;
  line.fault = faults[state] ?? (isSo || isWaited || state === status.busy ? null : 'NOT_CARRIED_OUT');
}

function isSwitchSo({ target, endsAt }: Line, state: number, isOurs: boolean, now: number): boolean {
  const isEnding = endsAt !== null && endsAt - now < SLACK_MS;
  if (!target?.levelPct) return state === status.ready;
  return (state === status.on && isOurs) || (state === status.ready && isEnding);
}

/**
 * Whether the state matches the target: moving by our command, or at rest afterwards, unless a write has not arrived yet.
 */
function isOpenerSo(
  { target, isTurning, isPending, motor }: Line,
  state: number,
  isOurs: boolean,
  now: number,
): boolean {
  if (isTurning) return isOurs && target?.levelPct !== null;
  const isOver = isOurs || !isPending || target?.levelPct === null || motorAt(motor, now).move === null;
  return state === status.ready && isOver;
}

/** A motor that stopped early is about where the time says, which is only an estimate. */
function motorAtRest({ motor, isPositioned, target }: Line, now: number): Motor {
  if (!motor.move) return motor;
  if (isPositioned) return { levelPct: target?.levelPct ?? motor.levelPct, standing: 'reckoned', move: null };
  const isEarly = motor.move.startedAt + motor.move.sec * SECOND_MS - now > SLACK_MS;
  if (isEarly) return { ...motorStopped(motor, now), standing: 'unknown' };
  return motorAt(motor, motor.move.startedAt + motor.move.sec * SECOND_MS);
}

export function seenOf(line: Line, isLost: boolean, now: number): ObservedOutput {
  const { isOpener, isLocal, isOn, isTurning, toWrite, isPending, leftSec, fault } = line;
  const motor = motorAt(line.motor, now);
  const isRunning = isOpener ? isTurning : isOn;
  return {
    levelPct: isOpener ? motor.levelPct : isOn ? 100 : 0,
    isMoving: !isLocal && (toWrite || isPending || isTurning),
    isEstimated: isOpener && motor.standing !== 'end',
    isLocal,
    fault: isLost ? 'NODE_LOST' : line.isAttached ? fault : 'NOT_ATTACHED',
    leftSec: isRunning && leftSec > 0 ? leftSec : null,
  };
}

/** Parses a float from two registers, low word first; the third is the state of the sensor. */
export function readSensor(sensor: Sensor, block: readonly number[], now: number): void {
  const offset = 203 + 3 * (sensor.number - 1) - sensorBlock.address;
  const [low = 0, high = 0, state = 0] = block.slice(offset, offset + 3);
  const value = new DataView(Uint16Array.of(low, high).buffer).getFloat32(0, true);
  Object.assign(sensor, { value: state === status.ready ? value : null, heardAt: now });
}
