import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aKsxNode } from '../../../tests/support/control/ksx-node.ts';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { temporaryDir } from '../../../tests/support/temporary.ts';
import type { Driver, OutputTarget } from '../driver.ts';
import { createKsx3267 } from './bridge.ts';
import { connectBus, Refused } from './modbus.ts';
import { nodesOf, readSensor } from './node.ts';

const vectors = JSON.parse(readFileSync(new URL('../../../tests/vectors/ksx3267.json', import.meta.url), 'utf8'));
const frameOf = (name: string): { req: string; rsp: string } =>
  vectors.frames.find((frame: { name: string }) => frame.name.startsWith(name));

const actuators = { 1: { kind: 'actuator' } } as const;
const outputs = { valve: { unit: 1, switch: 1 }, vent: { unit: 1, opener: 1 } };

/** A bridge to a node, at rest; its opids continue from `opid`. */
async function aBridge(node: { port: number }, config: object = { outputs }, opid = 0) {
  const dir = temporaryDir();
  writeFileSync(path.join(dir, 'opids.json'), JSON.stringify({ 1: opid, 2: opid }));
  const log: object[] = [];
  const bus = { host: '127.0.0.1', port: node.port };
  const driver = createKsx3267({ config: { bus, ...config }, dir, log: (what) => log.push(what) });
  onCleanup(() => driver.close());
  return { driver, dir, log };
}

const target = (code: string, levelPct: number | null, given: Partial<OutputTarget> = {}): OutputTarget => ({
  code,
  levelPct,
  forSec: 60,
  openSec: 10,
  closeSec: 10,
  ...given,
});
const seen = (driver: Driver, code: string) => driver.observe(0).seen[code];
const settled = (driver: Driver, code: string, levelPct: number, withinMs?: number) =>
  pollUntil(
    () => seen(driver, code),
    (one) => one?.isMoving === false && Math.abs(one.levelPct - levelPct) < 1,
    withinMs,
  );
const writesTo = (frames: readonly string[], register: number) =>
  frames.filter((frame) => frame.startsWith(`0110${register.toString(16).padStart(4, '0')}`));

describe('frames on the line are those of the vectors, byte for byte', () => {
  it('a switch is started for 60 s, and ended', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } }, 5);
    await driver.begin({}, [target('valve', 0)]);
    driver.drive([target('valve', 100)]);
    await settled(driver, 'valve', 100);
    driver.drive([target('valve', 0)]);
    await settled(driver, 'valve', 0);
    const [, on, off] = writesTo(node.frames, 503);
    expect([on, off]).toEqual([frameOf('switch1 TIMED_ON').req, frameOf('switch1 OFF').req]);
  });

  it('an opener is opened for 12 s', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { vent: outputs.vent } }, 6);
    await driver.begin({ vent: 0 }, [target('vent', 0)]);
    // The first command tests whether the node accepts positions, and uses an opid.
    driver.drive([target('vent', 12, { openSec: 100 })]);
    await pollUntil(
      () => seen(driver, 'vent')?.levelPct ?? 0,
      (levelPct) => levelPct > 0,
    );
    expect(writesTo(node.frames, 567).at(-1)).toBe(frameOf('opener1 TIMED_OPEN').req);
    expect(node.frames.some((frame) => /^0110(01f7|0237)000408(00c9|012d|012e)/.test(frame))).toBe(false);
  });

  it('a node is asked what it is, what is attached to it, and what it measures', async () => {
    const node = await aKsxNode({ 2: { kind: 'sensor' } });
    for (const { value, regs } of vectors.encoding.filter(({ type }: { type: string }) => type === 'float32')) {
      node.set(2, 203, regs[0], regs[1], 0);
      const [one] = nodesOf({}, { air: { unit: 2, sensor: 1 } });
      const sensor = one?.sensors[0];
      if (sensor) readSensor(sensor, [0, ...regs, 0], 0);
      expect(sensor?.value).toBeCloseTo(value, 5);
    }
    node.set(2, 203 + 3 * 15, 26_214, 16_870, 0);
    node.set(2, 203 + 3 * 12, 0, 17_008, 103);
    const sensors = { soil: { unit: 2, sensor: 16 }, co2: { unit: 2, sensor: 13 } };
    const { driver } = await aBridge(node, { outputs: {}, sensors });
    await driver.begin({}, []);
    const { soil, co2 } = driver.observe(0).sensed;
    expect(soil).toBeCloseTo(28.8, 5);
    expect(co2).toBeNull();
    expect(node.frames).toEqual([
      frameOf('read node info').req,
      frameOf('read device codes').req,
      frameOf('read sensor block').req,
    ]);
  });

  it('answers are read: information of a node, an acknowledged write, an exception', async () => {
    const node = await aKsxNode({ 1: { kind: 'actuator' }, 2: { kind: 'sensor' } });
    const bus = connectBus('127.0.0.1', node.port);
    onCleanup(() => bus.close());
    const info = Buffer.from(frameOf('node info reply').rsp, 'hex');
    const expected = Array.from({ length: 8 }, (_, n) => info.readUInt16BE(3 + 2 * n));
    node.set(2, 1, ...expected);
    expect(await bus.read(2, 1, 8)).toEqual(expected);
    await bus.write(1, 503, [202, 7, 60, 0]);
    await expect(bus.write(1, 503, [203, 9, 0, 0])).rejects.toEqual(new Refused(3));
  });
});

describe('registers are those of the formulas', () => {
  it.each(vectors.check as { f: string; i: number; reg: number }[])('$f $i', ({ f, i, reg }) => {
    const isSensor = f.startsWith('sensor');
    if (isSensor) {
      const [node] = nodesOf({}, { one: { unit: 1, sensor: i } });
      const sensor = node?.sensors[0];
      const block = Array.from({ length: 91 }, () => 0);
      // A float of 21.5 in the value registers, or an error state.
      if (f === 'sensorValue') block.splice(reg - 202, 2, 0, 16_812);
      else block[reg - 202] = 101;
      if (sensor) readSensor(sensor, block, 0);
      expect(sensor?.value).toBe(f === 'sensorValue' ? 21.5 : null);
    } else {
      const [node] = nodesOf({ one: { unit: 1, [f.startsWith('switch') ? 'switch' : 'opener']: i } }, {});
      const at = node?.lines[0]?.at;
      expect(f.endsWith('Cmd') ? at?.command : at?.status).toBe(reg);
    }
  });

  it('long times are written low word first', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    driver.drive([target('valve', 100, { forSec: 100_000 })]);
    await settled(driver, 'valve', 100);
    const { regs } = vectors.encoding.find(({ value }: { value: number }) => value === 100_000);
    const time = Buffer.from(writesTo(node.frames, 503).at(-1) ?? '', 'hex').subarray(11, 15);
    expect([time.readUInt16BE(0), time.readUInt16BE(2)]).toEqual(regs);
    expect(seen(driver, 'valve')?.leftSec).toBeGreaterThan(99_000);
  });
});

describe('an opid', () => {
  it('is new over a restart, waits for no disk, and leaves out 0', async () => {
    const node = await aKsxNode(actuators);
    const { driver, dir } = await aBridge(node, { outputs: { valve: outputs.valve } }, 65_534);
    await driver.begin({}, [target('valve', 0)]);
    driver.drive([target('valve', 100)]);
    await settled(driver, 'valve', 100);
    const opids = writesTo(node.frames, 503).map((frame) => Number.parseInt(frame.slice(18, 22), 16));
    expect(opids).toEqual([65_535, 1]);
    // What the next start takes for the last one is ahead of what was written.
    expect(JSON.parse(readFileSync(path.join(dir, 'opids.json'), 'utf8'))[1]).toBe(999);
  });
});

describe('a motor', () => {
  it('runs past its end stop, from an unknown place the whole way, and stops where it is told', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { vent: outputs.vent } });
    const short = { openSec: 2, closeSec: 2 };
    await driver.begin({ vent: 60 }, [target('vent', 60)]);
    expect(seen(driver, 'vent')).toMatchObject({ levelPct: 60, isEstimated: true });
    // After a restart the position is unknown: it moves for the full 20 s and a tenth more.
    driver.drive([target('vent', 0, { closeSec: 20 })]);
    await pollUntil(
      () => node.state(1, 267),
      (state) => state === 302,
    );
    expect(writesTo(node.frames, 567).at(-1)).toMatch(/^0110023700040801300003001600/);
    driver.drive([target('vent', null)]);
    await pollUntil(
      () => node.state(1, 267),
      (state) => state === 0,
    );
    driver.drive([target('vent', 0, short)]);
    await pollUntil(
      () => seen(driver, 'vent'),
      (one) => one?.isMoving === false && one.levelPct === 0 && !one.isEstimated,
    );
    driver.drive([target('vent', 50, short)]);
    await settled(driver, 'vent', 50);
    expect(seen(driver, 'vent')?.isEstimated).toBe(true);
  });

  it('is asked for a position once where its node does not know any, and each time where it does', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { vent: outputs.vent } });
    await driver.begin({ vent: 0 }, [target('vent', 0)]);
    driver.drive([target('vent', 20, { openSec: 5 })]);
    await settled(driver, 'vent', 20);
    driver.drive([target('vent', 60, { openSec: 5 })]);
    await settled(driver, 'vent', 60);
    const commands = writesTo(node.frames, 567).map((frame) => Number.parseInt(frame.slice(14, 18), 16));
    expect(commands).toEqual([0, 305, 303, 303]);

    const clever = await aKsxNode(actuators);
    clever.learnPositions();
    const other = await aBridge(clever, { outputs: { vent: outputs.vent } });
    await other.driver.begin({ vent: 0 }, [target('vent', 0)]);
    other.driver.drive([target('vent', 40, { openSec: 5 })]);
    await settled(other.driver, 'vent', 40);
    expect(writesTo(clever.frames, 567).map((frame) => frame.slice(14, 18))).toEqual(['0000', '0131']);
  });
});

describe('what goes wrong on the line', () => {
  it.each([['torn', 20] as const, ['crc', 2] as const, ['silent', 2] as const])('%s answers', async (mode, times) => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    node.fail(mode, times);
    driver.drive([target('valve', 100)]);
    await settled(driver, 'valve', 100);
    expect(seen(driver, 'valve')?.fault).toBeNull();
    // A repeated frame is harmless, because a node executes an opid once.
    const starts = writesTo(node.frames, 503).slice(1);
    expect(new Set(starts).size).toBe(1);
    expect(starts).toHaveLength(mode === 'torn' ? 1 : 3);
  });

  it('a silent node is lost after three tries of 500 ms, and rests when it is back', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    driver.drive([target('valve', 100)]);
    await settled(driver, 'valve', 100);
    node.fail('silent');
    driver.drive([target('valve', 0)]);
    await pollUntil(
      () => seen(driver, 'valve')?.fault,
      (fault) => fault === 'NODE_LOST',
    );
    node.mend();
    await settled(driver, 'valve', 0);
    expect(seen(driver, 'valve')?.fault).toBeNull();
  });

  it('a switch by hand is seen and left alone; a node that lost its power has not carried out its start', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    node.byHand(1, 203, 399);
    await pollUntil(
      () => seen(driver, 'valve')?.isLocal,
      (isLocal) => isLocal === true,
    );
    const before = writesTo(node.frames, 503).length;
    driver.drive([target('valve', 100)]);
    await pollUntil(
      () => seen(driver, 'valve')?.isMoving,
      (isMoving) => isMoving === false,
    );
    expect(writesTo(node.frames, 503)).toHaveLength(before);
    node.byHand(1, 203, 0);
    await pollUntil(
      () => seen(driver, 'valve')?.isLocal,
      (isLocal) => isLocal === false,
    );
    driver.drive([target('valve', 0)]);
    await settled(driver, 'valve', 0);
    driver.drive([target('valve', 100)]);
    await settled(driver, 'valve', 100);
    node.reset();
    await pollUntil(
      () => seen(driver, 'valve')?.fault,
      (fault) => fault === 'NOT_CARRIED_OUT',
    );
  });

  it('what another turned on is seen, and told to the controller, which ends it', async () => {
    const node = await aKsxNode(actuators);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    const other = connectBus('127.0.0.1', node.port);
    onCleanup(() => other.close());
    await other.write(1, 503, [202, 900, 60, 0]);
    await pollUntil(
      () => seen(driver, 'valve'),
      (one) => one?.levelPct === 100 && !one.isMoving && one.fault === 'NOT_CARRIED_OUT',
    );
    driver.drive([target('valve', 0)]);
    await settled(driver, 'valve', 0);
  });

  it('what is not attached is broken from the start', async () => {
    const node = await aKsxNode(actuators);
    node.set(1, 101, 0);
    const { driver } = await aBridge(node, { outputs: { valve: outputs.valve } });
    await driver.begin({}, [target('valve', 0)]);
    expect(seen(driver, 'valve')?.fault).toBe('NOT_ATTACHED');
  });
});
