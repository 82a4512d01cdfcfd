import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { actuatorState, availability } from '#contract/control/controller/command.ts';
import { readingsIn } from '#server/ingest/mqtt.ts';
import { aDataDir, aServerSide, limitsOf, startController } from '../support/control/controller-process.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aBroker } from '../support/services/broker.ts';
import { fillDisk, hangDisk, mendDisk } from '../support/store/broken-disk.ts';

const config = {
  clock: 'ntp',
  readingSec: 1,
  outputs: { valve: { role: 'valve' }, pump: { role: 'pump' }, heater: { role: 'heater' }, vent: { role: 'vent' } },
  sensors: { air: { role: 'air' }, soil: { role: 'soil' }, flow: { role: 'flow' } },
};
const frost = { sensor: 'air', op: 'below', value: 2, hysteresis: 1, forSec: 0 } as const;
const limits = {
  version: 1,
  channels: {
    valve: limitsOf('dosed', { meter: 'flow' }),
    pump: limitsOf('switch', { requires: ['valve'] }),
    heater: limitsOf('switch'),
    vent: limitsOf('position'),
  },
  guards: [{ ...frost, actuator: 'heater', levelPct: 100, untilSec: null }],
};

/** A controller with limits in force behind a real broker; the test is its server. */
async function aControlledHouse(given: object = {}) {
  const broker = await aBroker();
  const server = await aServerSide(broker.url);
  await server.tell(limits);
  const dir = aDataDir();
  const start = () => startController(broker.url, { ...config, ...given }, dir);
  const controller = start();
  await server.hears('control/ack', { version: 1 });
  await server.beat();
  return { broker, server, controller, start, dir };
}

describe('the reference controller', () => {
  it('carries out a start, tells how it goes, and ends it by itself', async () => {
    const { server, controller } = await aControlledHouse();
    const id = await server.order('valve', { maxRunSec: 2 });
    await server.hears('valve/ack', { id, status: 'done' });
    expect(server.on('valve/ack').map(({ status, code }) => [status, code])).toEqual([
      ['accepted', null],
      ['running', null],
      ['done', null],
    ]);
    expect(controller.relay('valve')).toEqual([100, 0]);
    await server.hears('valve/state', { levelPct: 0, source: 'limit', id: null });
    expect(server.on('valve/state').map((state) => actuatorState.parse(state).levelPct)).toEqual([0, 100, 0]);
  });

  it('is told of by its broker, alive and dead, with the term and the limits in force', async () => {
    const { server, controller, broker } = await aControlledHouse();
    await server.hears('availability', { status: 'online', clock: 'ntp', term: 5, version: 1 });
    controller.kill('SIGKILL');
    await server.hears('availability', { status: 'offline' });
    const late = await aServerSide(broker.url);
    await late.hears('availability', { status: 'offline' });
    expect(late.heard.every(({ isRetained }) => isRetained)).toBe(true);
    expect(late.heard.map(({ topic }) => topic.split('/').slice(3).join('/')).sort()).toEqual([
      'availability',
      'control',
      'control/ack',
      'heater/state',
      'pump/state',
      'valve/state',
      'vent/state',
    ]);
    for (const said of late.on('availability')) expect(availability.parse(said).protocol).toBe(1);
  });

  it('sends readings that the door of the server takes', async () => {
    const { server } = await aControlledHouse();
    await pollUntil(
      () => server.on('state').length,
      (count) => count > 0,
    );
    const readings = readingsIn(JSON.stringify(server.on('state')[0]));
    expect(readings).toEqual([
      { sensor: 'air', at: expect.stringMatching(/Z$/), value: expect.any(Number) },
      { sensor: 'soil', at: expect.any(String), value: 25 },
      { sensor: 'flow', at: expect.any(String), value: 0 },
    ]);
  });

  it('tells everything again when the server asks', async () => {
    const { server } = await aControlledHouse();
    const before = server.on('heater/state').length;
    await server.say('sync', {});
    await pollUntil(
      () => server.on('heater/state').length,
      (count) => count > before,
    );
  });
});

describe('H1: whatever was started ends', () => {
  it('though the broker dies, and is told as soon as there is one again', async () => {
    const { server, controller, broker } = await aControlledHouse();
    const id = await server.order('valve', { maxRunSec: 3 });
    await controller.says({ relay: 'valve', levelPct: 100 });
    await broker.kill();
    await controller.says({ relay: 'valve', levelPct: 0 });
    await broker.restart();
    await server.hears('valve/ack', { id, status: 'done' });
  });

  it('though the broker dies: an amount of water ends by the meter, long before its time', async () => {
    const { server, controller, broker } = await aControlledHouse({ lpm: 600 });
    const id = await server.order('valve', { litres: 30 });
    await server.order('pump');
    await controller.says({ relay: 'pump', levelPct: 100 });
    await broker.kill();
    await controller.says({ relay: 'valve', levelPct: 0 });
    expect(controller.relay('pump')).toEqual([100, 0]);
    await broker.restart();
    const { litres } = await server.hears('valve/ack', { id, status: 'done' });
    // One step takes a quarter of a second.
    expect(Number(litres)).toBeGreaterThanOrEqual(30);
    expect(Number(litres)).toBeLessThan(45);
  });

  it('though the controller dies: it rests its outputs first, says which run is broken, and repeats nothing', async () => {
    const { server, controller, start } = await aControlledHouse();
    const given = { id: '00000000-0000-4000-8000-00000000abcd', seq: 50 };
    const issued = { issuedAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 60_000).toISOString() };
    const id = await server.order('valve', { ...given, ...issued });
    await server.order('pump');
    await controller.says({ relay: 'pump', levelPct: 100 });
    controller.kill('SIGKILL');
    await controller.gone;
    const again = start();
    await again.says({ link: 'up' });
    const before = again.lines().findIndex(({ ready }) => ready !== undefined);
    const rested = again.lines().slice(0, before);
    expect(rested.map(({ relay, levelPct }) => [relay, levelPct])).toEqual([
      ['pump', 0],
      ['valve', 0],
    ]);
    await server.hears('valve/ack', { id, status: 'failed', code: 'FAULT' });
    await server.hears('valve/state', { levelPct: 0, source: 'restart' });
    await server.order('valve', { ...given, ...issued });
    await server.hears('valve/ack', { id, status: 'accepted', duplicate: true });
    expect(again.relay('valve')).toEqual([0]);
  });

  it('though it is told to go: SIGTERM rests its outputs, and says that it is gone', async () => {
    const { server, controller } = await aControlledHouse();
    await server.order('heater');
    await controller.says({ relay: 'heater', levelPct: 100 });
    controller.kill('SIGTERM');
    expect(await controller.gone).toBe(0);
    expect(controller.relay('heater')).toEqual([100, 0]);
    await server.hears('availability', { status: 'offline' });
  });
});

describe('H4: a command that is not for now moves nothing', () => {
  it('retained, expired, repeated, of an older term, not to be read, or for a channel that is not there', async () => {
    const { server, controller } = await aControlledHouse();
    const refused = async (code: string, channel: string, given: Record<string, unknown>, retain = false) => {
      const id = await server.order(channel, given, retain);
      await server.hears(`${channel}/ack`, { id: code === 'MALFORMED' ? '' : id, status: 'refused', code });
    };
    await refused('RETAINED', 'heater', {}, true);
    const past = { issuedAt: new Date(Date.now() - 120_000).toISOString(), expiresAt: new Date().toISOString() };
    await refused('EXPIRED', 'valve', past);
    await refused('TERM', 'valve', { term: 4 });
    await refused('MALFORMED', 'valve', { maxRunSec: undefined });
    await refused('REQUIRES', 'pump', {});
    await refused('UNKNOWN', 'other', {});
    const whole = { id: '00000000-0000-4000-8000-00000000aaaa', seq: 60, maxRunSec: 1 };
    await server.order('valve', whole);
    await server.hears('valve/ack', { id: whole.id, status: 'done' });
    await server.order('valve', whole);
    await server.hears('valve/ack', { id: whole.id, duplicate: true });
    expect(controller.relay('valve')).toEqual([100, 0]);
    expect([...controller.relay('heater'), ...controller.relay('pump')]).toEqual([]);
  });

  it('nor one that waited at the broker while the controller was away', async () => {
    const { server, controller, start } = await aControlledHouse();
    controller.kill('SIGKILL');
    await controller.gone;
    await server.order('valve');
    const again = start();
    await again.says({ link: 'up' });
    const id = await server.order('heater');
    await server.hears('heater/ack', { id, status: 'accepted' });
    expect(again.relay('valve')).toEqual([]);
  });
});

describe('H6: the frost guard', () => {
  it('heats without broker and server, and after a restart without them, and lets go above it', async () => {
    const { controller, broker, start } = await aControlledHouse();
    await broker.kill();
    controller.pretend('set air 1.5');
    await controller.says({ relay: 'heater', levelPct: 100 });
    controller.pretend('set air 3.5');
    await controller.says({ relay: 'heater', levelPct: 0 });
    controller.kill('SIGKILL');
    await controller.gone;
    const again = start();
    again.pretend('set air 1.5');
    await again.says({ relay: 'heater', levelPct: 100 });
  });

  it('that has no sensor says so', async () => {
    const { server, controller } = await aControlledHouse();
    controller.pretend('silent air');
    await server.hears('heater/state', { fault: 'GUARD_OFF air' });
  });
});

describe('when something is wrong', () => {
  it('a switch by hand goes before every command', async () => {
    const { server, controller } = await aControlledHouse();
    const running = await server.order('valve');
    await server.hears('valve/ack', { id: running, status: 'running' });
    controller.pretend('local valve 100');
    await server.hears('valve/state', { source: 'local', levelPct: 100 });
    await server.hears('valve/ack', { id: running, status: 'failed', code: 'LOCAL' });
    const id = await server.order('valve');
    await server.hears('valve/ack', { id, status: 'refused', code: 'LOCAL' });
    controller.pretend('remote valve');
    await server.hears('valve/state', { source: 'limit', levelPct: 0 });
  });

  it('a full disk starts nothing and ends what runs', async () => {
    const { server, controller, dir } = await aControlledHouse();
    const running = await server.order('heater', { run: '00000000-0000-4000-8000-00000000beef' });
    await server.hears('heater/ack', { id: running, status: 'running' });
    fillDisk(path.join(dir, 'keeper.json.new'));
    const id = await server.order('valve');
    await server.hears('valve/ack', { id, status: 'refused', code: 'FAULT' });
    await server.order('heater', { do: 'off', run: '00000000-0000-4000-8000-00000000beef', maxRunSec: undefined });
    await controller.says({ relay: 'heater', levelPct: 0 });
    expect(controller.relay('valve')).toEqual([]);
  });

  it('a disk that hangs starts nothing and ends what runs', async () => {
    const { server, controller, dir } = await aControlledHouse();
    await server.order('valve', { maxRunSec: 3 });
    const running = await server.order('heater', { run: '00000000-0000-4000-8000-00000000beef' });
    await server.hears('heater/ack', { id: running, status: 'running' });
    const file = path.join(dir, 'keeper.json.new');
    hangDisk(file);
    const id = await server.order('pump');
    await server.order('heater', { do: 'off', run: '00000000-0000-4000-8000-00000000beef', maxRunSec: undefined });
    await controller.says({ relay: 'heater', levelPct: 0 });
    await controller.says({ relay: 'valve', levelPct: 0 });
    expect(controller.relay('pump')).toEqual([]);
    mendDisk(file);
    await server.hears('pump/ack', { id });
  });

  it('a clock that is wrong starts nothing', async () => {
    const { server, controller } = await aControlledHouse();
    controller.pretend('clock -3600');
    await controller.says({ fault: 'clock -3600' });
    const id = await server.order('valve');
    await server.hears('valve/ack', { id, status: 'refused', code: 'EXPIRED' });
  });

  it('a clock of its own is not trusted before the server has said what time it is', async () => {
    const broker = await aBroker();
    const server = await aServerSide(broker.url);
    await server.tell(limits);
    startController(broker.url, { ...config, clock: 'beat' }, aDataDir());
    await server.hears('availability', { clock: 'none' });
    const early = await server.order('valve');
    await server.hears('valve/ack', { id: early, status: 'refused', code: 'CLOCK' });
    await server.beat();
    await server.hears('availability', { clock: 'beat' });
    const late = await server.order('valve');
    await server.hears('valve/ack', { id: late, status: 'accepted' });
  });
});

describe('a house that answers', () => {
  it('gets wetter by water, which a pump gives only through a valve and a well that is not dry', async () => {
    const { server, controller } = await aControlledHouse({ lpm: 400 });
    await server.order('valve');
    await server.order('pump');
    await pollUntil(
      () => server.on('state').flatMap(({ readings }) => readings as { sensor: string; value: number }[]),
      (all) => all.some(({ sensor, value }) => sensor === 'soil' && value > 25.2),
    );
    controller.pretend('dry');
    await pollUntil(
      () => server.on('state').at(-1)?.readings as { sensor: string; value: number }[],
      (last) => last.some(({ sensor, value }) => sensor === 'flow' && value === 0),
    );
  });

  it('moves a vent by time and to its end stop, and leaves it where it was when the controller dies', async () => {
    const { server, controller, start } = await aControlledHouse();
    const id = await server.order('vent', { do: 'position', levelPct: 20 });
    await server.hears('vent/ack', { id, status: 'done' });
    await server.hears('vent/state', { levelPct: 20, isMoving: false, isEstimated: true });
    const full = await server.order('vent', { do: 'position', levelPct: 0 });
    await server.hears('vent/ack', { id: full, status: 'done' }, 20_000);
    await server.hears('vent/state', { levelPct: 0, isMoving: false, isEstimated: false });
    const half = await server.order('vent', { do: 'position', levelPct: 50 });
    await server.hears('vent/ack', { id: half, status: 'running' });
    controller.kill('SIGKILL');
    await controller.gone;
    const again = start();
    await server.hears('vent/ack', { id: half, status: 'failed', code: 'FAULT' });
    await server.hears('vent/state', { source: 'restart', isMoving: false, isEstimated: true });
    expect(again.lines().filter(({ motor, opens }) => motor === 'vent' && opens !== null)).toEqual([]);
  });
});
