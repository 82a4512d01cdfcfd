import path from 'node:path';
import { objectOf, wholeOf } from '../config.ts';
import type { Driver, OutputTarget } from '../driver.ts';
import { motorStopped, moveTo } from '../motor.ts';
import { stateFile } from '../state-file.ts';
import { type Bus, connectBus, NoAnswer, Refused } from './modbus.ts';
import {
  command,
  deviceCodes,
  info,
  type Line,
  type Node,
  nodesOf,
  POLL_MS,
  readLine,
  readSensor,
  seenOf,
  sensorBlock,
  stateBlock,
} from './node.ts';

type Bridge = {
  bus: Bus;
  nodes: readonly Node[];
  /** Lines to write, in the order of the targets. */
  queue: Line[];
  /** The last opid of each node by unit, and the last on disk, which is ahead of it. */
  opids: Record<string, number>;
  reserved: Record<string, number>;
  isReserving: boolean;
  save(reserved: Record<string, number>): Promise<void>;
  log(what: object): void;
  /** Ends a pause. */
  wake: () => void;
  passed: (() => void)[];
  isOver: boolean;
};

type BridgeDeps = { config: unknown; dir: string; log(what: object): void };

const SECOND_MS = 1_000;
/** A switch without an end is started for this time again and again, s, so that it stops when this program does. */
const LEASE_SEC = 300;
const DEAF_MS = 3 * POLL_MS.still;
const MOST_OPID = 65_535;
/** Opids are reserved on disk this many at a time, and again when half of them are used. */
const RESERVED = 1_000;
/** Modbus exception for a value that the node does not support. */
const ILLEGAL_VALUE = 3;

/**
 * Driver for nodes of KS X 3267 behind a serial line over TCP. It writes only starts with an end, so that a node stops
 * by itself when the connection is lost. Config: `bus: { host, port }`, `outputs` by code `{ unit, switch | opener }`,
 * `sensors` by code `{ unit, sensor }`. See docs/decisions/235.
 */
export function createKsx3267({ config, dir, log }: BridgeDeps): Driver {
  const { bus, outputs, sensors } = objectOf(config, 'config');
  const { host, port } = objectOf(bus, 'bus');
  const stored = stateFile<Record<string, number>>(path.join(dir, 'opids.json'));
  const reserved = stored.load() ?? {};
  const self: Bridge = {
    bus: connectBus(String(host), wholeOf(port, 'bus.port', 1, 65_535)),
    nodes: nodesOf(objectOf(outputs, 'outputs'), objectOf(sensors ?? {}, 'sensors')),
    queue: [],
    opids: reserved,
    reserved,
    isReserving: false,
    save: stored.save,
    log,
    wake: () => {},
    passed: [],
    isOver: false,
  };
  reserveOpids(self);
  let isAtWork = false;
  return {
    async begin(levels, targets) {
      for (const { motor, code } of self.nodes.flatMap(({ lines }) => lines)) {
        if (motor.standing === 'unknown') motor.levelPct = levels[code] ?? motor.levelPct;
      }
      const openers = self.nodes.flatMap(({ lines }) => lines.filter(({ isOpener }) => isOpener));
      const isOfOpener = (target: OutputTarget) => openers.some(({ code }) => code === target.code);
      take(
        self,
        targets.map((target) => (isOfOpener(target) ? { ...target, levelPct: null } : target)),
      );
      const passed = new Promise<void>((resolve) => self.passed.push(resolve));
      if (!isAtWork) void work(self);
      isAtWork = true;
      await passed;
    },
    drive: (targets) => take(self, targets),
    observe() {
      const now = performance.now();
      const seen = self.nodes.flatMap(({ lines, isLost }) => lines.map((one) => [one.code, seenOf(one, isLost, now)]));
      const sensed = self.nodes.flatMap((node) => node.sensors);
      const fresh = sensed.map(({ code, value, heardAt }) => [code, now - heardAt < DEAF_MS ? value : null]);
      return { seen: Object.fromEntries(seen), sensed: Object.fromEntries(fresh) };
    },
    injectFault: () => false,
    close() {
      self.isOver = true;
      self.wake();
      self.bus.close();
    },
  };
}

function take(self: Bridge, targets: readonly OutputTarget[]): void {
  const now = performance.now();
  for (const target of targets) {
    const line = self.nodes.flatMap(({ lines }) => lines).find(({ code }) => code === target.code);
    if (!line) continue;
    const endsAt = target.forSec === null ? null : now + target.forSec * SECOND_MS;
    Object.assign(line, { target, endsAt, toWrite: true });
    self.queue = [...self.queue.filter((one) => one !== line), line];
  }
  self.wake();
}

/** The main loop: writes targets, reads states, and pauses until the next is due. */
async function work(self: Bridge): Promise<void> {
  while (!self.isOver) {
    const passed = self.passed.splice(0);
    while (self.queue.length > 0) {
      const line = self.queue.shift();
      const node = self.nodes.find(({ lines }) => line && lines.includes(line));
      if (line && node) await visit(self, node, () => carryOut(self, node, line));
    }
    for (const node of self.nodes) {
      if (node.pollAt <= performance.now()) await visit(self, node, () => poll(self, node));
    }
    for (const done of passed) done();
    await pause(self);
  }
}

async function pause(self: Bridge): Promise<void> {
  const lines = self.nodes.flatMap((node) => node.lines);
  const due = Math.min(...self.nodes.map(({ pollAt }) => pollAt), ...lines.map(({ renewAt }) => renewAt));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, due - performance.now()));
    self.wake = () => {
      clearTimeout(timer);
      resolve();
    };
    if (self.queue.length > 0 || self.passed.length > 0) self.wake();
  });
  const now = performance.now();
  for (const line of lines.filter(({ renewAt }) => renewAt <= now)) {
    line.renewAt = Number.POSITIVE_INFINITY;
    self.queue.push(line);
  }
}

/**
 * Runs a step with a node. A node without an answer is lost until it answers; a refused command is logged and seen as
 * not executed.
 */
async function visit(self: Bridge, node: Node, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    if (node.isLost) self.log({ node: node.unit, isLost: false });
    node.isLost = false;
  } catch (error) {
    self.log({ node: node.unit, problem: String(error) });
    node.pollAt = performance.now() + POLL_MS.still;
    if (error instanceof NoAnswer) node.isLost = true;
  }
}

async function poll(self: Bridge, node: Node): Promise<void> {
  if (!node.isKnown) await learn(self, node);
  if (node.sensors.length > 0) {
    const block = await self.bus.read(node.unit, sensorBlock.address, sensorBlock.count);
    for (const sensor of node.sensors) readSensor(sensor, block, performance.now());
  }
  if (node.lines.length > 0) {
    const last = Math.max(...node.lines.map(({ at }) => at.status));
    const block = await self.bus.read(node.unit, stateBlock, last + 4 - stateBlock);
    const now = performance.now();
    for (const line of node.lines) readLine(line, block.slice(line.at.status - stateBlock), now);
  }
  // Targets that could not be written while the node was lost.
  for (const line of node.lines) if (line.toWrite && !self.queue.includes(line)) self.queue.push(line);
  const isMoving = node.lines.some(({ isPending, isTurning, motor }) => isPending || isTurning || motor.move);
  node.pollAt = performance.now() + (isMoving ? POLL_MS.moving : POLL_MS.still);
}

/** Reads the devices attached to a node, so that a wrong number in the configuration is reported as a fault. */
async function learn({ bus, log }: Bridge, node: Node): Promise<void> {
  const about = await bus.read(node.unit, info.address, info.count);
  const codes = await bus.read(node.unit, deviceCodes, about[info.channels] ?? 0);
  for (const line of node.lines) line.isAttached = (codes[line.at.device] ?? 0) > 0;
  for (const { code, number } of node.sensors) if (!codes[number - 1]) log({ problem: 'not attached', sensor: code });
  node.isKnown = true;
}

async function carryOut(self: Bridge, node: Node, line: Line): Promise<void> {
  line.toWrite = false;
  if (line.isLocal || !line.target) return;
  try {
    await (line.isOpener ? turn(self, node, line, line.target) : switchTo(self, node, line, line.target));
  } catch (error) {
    if (error instanceof NoAnswer)
      Object.assign(line, { toWrite: true, motor: { ...line.motor, standing: 'unknown' } });
    throw error;
  } finally {
    node.pollAt = 0;
  }
}

async function switchTo(self: Bridge, node: Node, line: Line, { levelPct }: OutputTarget): Promise<void> {
  const now = performance.now();
  const isLease = levelPct !== null && levelPct > 0 && line.endsAt === null;
  const sec = !levelPct ? 0 : line.endsAt === null ? LEASE_SEC : Math.round((line.endsAt - now) / SECOND_MS);
  line.renewAt = isLease ? now + (LEASE_SEC * SECOND_MS * 2) / 3 : Number.POSITIVE_INFINITY;
  await write(self, node, line, sec > 0 ? command.timedOn : command.off, Math.max(0, sec));
}

async function turn(self: Bridge, node: Node, line: Line, target: OutputTarget): Promise<void> {
  const now = performance.now();
  const was = line.motor.move;
  line.motor = motorStopped(line.motor, now);
  const forSec = line.endsAt === null ? null : Math.max(0, line.endsAt - now) / SECOND_MS;
  const move =
    target.levelPct === null
      ? null
      : moveTo(line.motor, { ...target, levelPct: target.levelPct, forSec }, now, Math.round);
  if (!move && !was && target.levelPct !== null) return;
  // A motor has to stop before it changes direction.
  if (!move || (was && was.opens !== move.opens)) await write(self, node, line, command.off, 0);
  if (!move) return;
  line.isPositioned = await turnsByItself(self, node, line, target.levelPct ?? 0);
  const startedAt = performance.now();
  if (!line.isPositioned) await write(self, node, line, move.opens ? command.timedOpen : command.timedClose, move.sec);
  line.motor = { ...line.motor, move: { ...move, startedAt } };
}

/** Tests once whether a node accepts positions; without them a motor moves by time. */
async function turnsByItself(self: Bridge, node: Node, line: Line, levelPct: number): Promise<boolean> {
  if (node.takesPosition === false) return false;
  try {
    await write(self, node, line, command.setPosition, Math.round(levelPct));
    node.takesPosition = true;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== ILLEGAL_VALUE) throw error;
    node.takesPosition = false;
  }
  return node.takesPosition;
}

/** Writes a command. */
async function write(self: Bridge, { unit }: Node, line: Line, what: number, sec: number): Promise<void> {
  const opid = opidAfter(self.opids[unit] ?? 0, 1);
  self.opids = { ...self.opids, [unit]: opid };
  reserveOpids(self);
  Object.assign(line, { opid, isPending: true, looks: 0 });
  await self.bus.write(unit, line.at.command, [what, opid, sec % 0x1_0000, Math.floor(sec / 0x1_0000)]);
}

/**
 * A node executes a command when its opid is new, over a restart of this program, too. Opids are therefore reserved on
 * disk before they are used, so many that no write waits for the disk.
 */
function reserveOpids(self: Bridge): void {
  const isLow = (unit: number) => {
    const left = ((self.reserved[unit] ?? 0) - (self.opids[unit] ?? 0) + MOST_OPID) % MOST_OPID;
    return left < RESERVED / 2 || left > RESERVED;
  };
  if (self.isReserving || !self.nodes.some(({ unit }) => isLow(unit))) return;
  self.isReserving = true;
  const reserved = self.nodes.map(({ unit }) => [unit, opidAfter(self.opids[unit] ?? 0, RESERVED)] as const);
  const next = { ...self.reserved, ...Object.fromEntries(reserved) };
  self
    .save(next)
    .then(() => {
      self.reserved = next;
    })
    .catch((error) => self.log({ problem: 'opids not kept', why: String(error) }))
    .finally(() => {
      self.isReserving = false;
    });
}

/** From 1 to 65,535: 0 is left out. */
function opidAfter(opid: number, count: number): number {
  return ((opid + count - 1) % MOST_OPID) + 1;
}
