import { describe, expect, it } from 'vitest';
import { aDataDir, aServerSide, limitsOf, startController } from '../support/control/controller-process.ts';
import { aKsxNode } from '../support/control/ksx-node.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aBroker } from '../support/services/broker.ts';

const SWITCH = { valve: 203, heater: 207 } as const;
const OPENER = 267;
const ON = 201;
const OPENING = 301;

const limits = {
  version: 1,
  channels: { valve: limitsOf('dosed'), heater: limitsOf('switch'), vent: limitsOf('position') },
  guards: [
    {
      sensor: 'air',
      op: 'below',
      value: 2,
      hysteresis: 1,
      forSec: 0,
      actuator: 'heater',
      levelPct: 100,
      untilSec: null,
    },
  ] as const,
};

/**
 * A controller with limits in force on simulated nodes: unit 1 has switches and openers, unit 2 sensors, with air of 15
 * ℃.
 */
async function aBridgedHouse() {
  const node = await aKsxNode({ 1: { kind: 'actuator' }, 2: { kind: 'sensor' } });
  const air = (value: number) => {
    const [low = 0, high = 0] = new Uint16Array(Float32Array.of(value).buffer);
    node.set(2, 203, low, high, 0);
  };
  air(15);
  const broker = await aBroker();
  const server = await aServerSide(broker.url);
  await server.tell({ ...limits, guards: [...limits.guards] });
  const config = {
    clock: 'ntp',
    bus: { host: '127.0.0.1', port: node.port },
    outputs: { valve: { unit: 1, switch: 1 }, heater: { unit: 1, switch: 2 }, vent: { unit: 1, opener: 1 } },
    sensors: { air: { unit: 2, sensor: 1 } },
  };
  const dir = aDataDir();
  const start = () => startController(broker.url, config, dir, 'ksx3267');
  const controller = start();
  await server.hears('control/ack', { version: 1 });
  await server.beat();
  const is = (status: number, state: number, withinMs?: number) =>
    pollUntil(
      () => node.state(1, status),
      (now) => now === state,
      withinMs,
    );
  return { node, air, broker, server, controller, start, is };
}

describe('the reference controller on nodes of KS X 3267', () => {
  it('opens a valve, whose node ends it though the controller is dead', async () => {
    const { server, controller, is } = await aBridgedHouse();
    const id = await server.order('valve', { maxRunSec: 4 });
    await server.hears('valve/ack', { id, status: 'running' });
    await is(SWITCH.valve, ON);
    controller.kill('SIGKILL');
    await controller.gone;
    await is(SWITCH.valve, 0);
  });

  it('finds outputs at rest after a restart, whatever the node was doing', async () => {
    const { server, controller, start, is } = await aBridgedHouse();
    const valve = await server.order('valve', { maxRunSec: 600 });
    const vent = await server.order('vent', { do: 'position', levelPct: 90 });
    await server.hears('valve/ack', { id: valve, status: 'running' });
    await is(OPENER, OPENING);
    controller.kill('SIGKILL');
    await controller.gone;
    start();
    await is(SWITCH.valve, 0);
    await is(OPENER, 0);
    await server.hears('valve/ack', { id: valve, status: 'failed', code: 'FAULT' });
    await server.hears('vent/ack', { id: vent, status: 'failed', code: 'FAULT' });
  });

  it('says that a node is gone in mid-move, refuses what it cannot do, and goes on when it is back', async () => {
    const { node, server, is } = await aBridgedHouse();
    const vent = await server.order('vent', { do: 'position', levelPct: 90 });
    await is(OPENER, OPENING);
    node.fail('silent');
    await server.hears('vent/state', { fault: 'NODE_LOST' }, 15_000);
    await server.hears('vent/ack', { id: vent, status: 'failed', code: 'FAULT' });
    const id = await server.order('valve');
    await server.hears('valve/ack', { id, status: 'refused', code: 'FAULT' });
    server.heard.splice(0);
    node.mend();
    await server.hears('valve/state', { fault: null, levelPct: 0 }, 15_000);
    await is(OPENER, 0, 15_000);
    const again = await server.order('valve', { maxRunSec: 2 });
    await server.hears('valve/ack', { id: again, status: 'done' });
  });

  it('heats in frost without a broker, by starts that end within five minutes', async () => {
    const { node, air, broker, is } = await aBridgedHouse();
    await broker.kill();
    air(1.5);
    await is(SWITCH.heater, ON);
    const started = node.frames.filter((frame) => frame.startsWith('011001fb'));
    expect(started.at(-1)).toMatch(/^011001fb00040800ca....012c0000/);
    air(3.5);
    await is(SWITCH.heater, 0);
  });

  it('leaves to a hand what a hand has', async () => {
    const { node, server } = await aBridgedHouse();
    node.byHand(1, SWITCH.valve, 399);
    await server.hears('valve/state', { source: 'local' });
    const id = await server.order('valve');
    await server.hears('valve/ack', { id, status: 'refused', code: 'LOCAL' });
  });

  it('never sends what has no end of its own', async () => {
    const { node, server } = await aBridgedHouse();
    await server.order('vent', { do: 'position', levelPct: 10 });
    const id = await server.order('valve', { maxRunSec: 1 });
    await server.hears('valve/ack', { id, status: 'done' });
    await server.hears('vent/state', { levelPct: 10, isMoving: false });
    const commands = node.frames
      .filter((frame) => frame.startsWith('0110'))
      .map((frame) => Number.parseInt(frame.slice(14, 18), 16));
    expect([...new Set(commands)].sort((one, other) => one - other)).toEqual([0, 202, 303, 305]);
  });
});
