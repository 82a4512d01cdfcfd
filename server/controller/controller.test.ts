import { describe, expect, it } from 'vitest';
import { aHouse, channels, SECOND, uuid } from '../../tests/support/control/controller-house.ts';
import { limitsOf } from '../../tests/support/control/controller-process.ts';

describe('without a beat of the server for 90 s', () => {
  it('water runs to its end, a heater rests, a vent stays, and a command after it is taken', async () => {
    const house = await aHouse();
    await house.order('valve', { maxRunSec: 300 });
    const lease = await house.order('heater', { maxRunSec: 900 });
    await house.order('vent', { do: 'position', levelPct: 50 });
    house.silence();
    await house.pass(400);
    expect(house.relay('valve')).toEqual([
      [0, 100],
      [300, 0],
    ]);
    expect(house.relay('heater')).toEqual([
      [0, 100],
      [90, 0],
    ]);
    expect(house.said(lease)).toEqual(['accepted', 'running', 'done']);
    expect(house.states.vent).toMatchObject({ levelPct: 50, isMoving: false });
  });
});

describe('a valve whose longest run is lowered while it is open', () => {
  it('shuts at once when it has been open for longer, and its pump before it', async () => {
    const house = await aHouse();
    const id = await house.order('valve', { maxRunSec: 600 });
    await house.order('pump', { maxRunSec: 570 });
    await house.pass(100);
    await house.tell({
      version: 2,
      channels: { ...channels, valve: limitsOf('dosed', { meter: 'flow', maxRunSec: 60 }) },
    });
    await house.pass(1);
    expect(house.log.slice(-2)).toMatchObject([
      { relay: 'pump', levelPct: 0 },
      { sec: 100, relay: 'valve', levelPct: 0 },
    ]);
    expect(house.said(id)).toEqual(['accepted', 'running', 'done']);
  });
});

describe('a pump', () => {
  it('stops before the valve that it needs, however that one ends', async () => {
    const house = await aHouse();
    await house.order('valve', { maxRunSec: 30 });
    const pump = await house.order('pump');
    await house.pass(40);
    expect(house.log.slice(-2)).toEqual([
      { sec: 30, relay: 'pump', levelPct: 0 },
      { sec: 30, relay: 'valve', levelPct: 0 },
    ]);
    expect(house.said(pump)).toEqual(['accepted', 'running', 'done']);
  });

  it('that runs dry is stopped and not started again for ten minutes', async () => {
    const house = await aHouse();
    house.pretend('dry');
    await house.order('valve', { maxRunSec: 3_600 });
    const pump = await house.order('pump', { maxRunSec: 3_600 });
    await house.pass(100);
    expect(house.relay('pump')).toEqual([
      [0, 100],
      [60, 0],
    ]);
    expect(house.said(pump)).toEqual(['accepted', 'running', 'failed FAULT']);
    expect(house.states.pump?.fault).toBe('DRY');
    expect(house.said(await house.order('pump'))).toEqual(['refused FAULT']);
    await house.pass(600);
    expect(house.said(await house.order('pump'))).toEqual(['accepted', 'running']);
  });
});

describe('an amount of water', () => {
  it('ends by the meter of the house, pump before valve, though the server is gone in the middle of it', async () => {
    const house = await aHouse();
    const id = await house.order('valve', { litres: 40, maxRunSec: 900 });
    const pump = await house.order('pump', { maxRunSec: 900 });
    await house.pass(10);
    house.silence();
    await house.pass(300);
    // 20 L/min, counted each second from when the pump runs.
    expect(house.log.slice(-2)).toEqual([
      { sec: 120, relay: 'pump', levelPct: 0 },
      { sec: 120, relay: 'valve', levelPct: 0 },
    ]);
    expect([house.said(id).at(-1), house.said(pump).at(-1)]).toEqual(['done', 'done']);
    expect(house.states.valve?.dosed).toEqual({ run: uuid(900), litres: 40 });
  });

  it('that cannot flow ends with its time', async () => {
    const house = await aHouse();
    house.pretend('silent flow');
    await house.order('valve', { litres: 40, maxRunSec: 200 });
    await house.order('pump', { maxRunSec: 190 });
    house.silence();
    await house.pass(300);
    expect(house.relay('valve')).toEqual([
      [0, 100],
      [200, 0],
    ]);
  });
});

describe('a lock-out', () => {
  it('stops at once, holds against everything for its time, and over a restart', async () => {
    const house = await aHouse();
    const id = await house.order('heater');
    await house.order('vent', { do: 'position', levelPct: 100 });
    await house.pass(4);
    const lockOut = { reason: 'STOPPED_ALL', forSec: 120 };
    const locked = Object.entries(channels).map(([code, one]) => [code, { ...one, lockOut }] as const);
    await house.tell({ version: 2, channels: Object.fromEntries(locked) });
    expect(house.relay('heater').at(-1)).toEqual([4, 0]);
    expect(house.said(id).at(-1)).toBe('done');
    await house.pass(1);
    expect(house.states.vent).toMatchObject({ levelPct: 40, isMoving: false });
    const again = await aHouse(house.kept(), house.dir, house.now());
    expect(again.said(await again.order('heater', { id: uuid(77), seq: 77 }))).toEqual([]);
    expect(again.said(uuid(77))).toEqual(['refused LOCKED']);
    await again.pass(120);
    await again.order('heater', { id: uuid(78), seq: 78 });
    expect(again.said(uuid(78))).toEqual(['accepted', 'running']);
  });

  it('without an end is not forgotten over a restart', async () => {
    const house = await aHouse();
    await house.tell({
      version: 2,
      channels: { ...channels, heater: limitsOf('switch', { lockOut: { reason: 'Kim', forSec: null } }) },
    });
    const again = await aHouse(house.kept(), house.dir, house.now());
    await again.order('heater', { id: uuid(77), seq: 77 });
    expect(again.said(uuid(77))).toEqual(['refused LOCKED']);
  });
});

describe('equipment that is not commanded any more', () => {
  it('stops at its controller: a valve is shut, a motor stands, a heater is not left to a guard that is gone', async () => {
    const house = await aHouse();
    const guard = { sensor: 'air', op: 'below', value: 50, hysteresis: 1, forSec: 0, levelPct: 100 } as const;
    await house.tell({ version: 2, guards: [{ ...guard, actuator: 'heater', untilSec: null }] });
    const id = await house.order('valve');
    await house.order('vent', { do: 'position', levelPct: 100 });
    await house.pass(4);
    expect(house.states.heater).toMatchObject({ levelPct: 100, source: 'guard' });
    const { valve: _, vent: _vent, ...others } = channels;
    await house.tell({ version: 3, channels: others });
    await house.pass(1);
    expect([house.relay('valve').at(-1), house.relay('heater').at(-1)]).toEqual([
      [4, 0],
      [5, 0],
    ]);
    expect(house.said(id)).toEqual(['accepted', 'running', 'done']);
    const { levelPct } = house.states.vent ?? {};
    await house.pass(10);
    expect(house.states.vent).toMatchObject({ levelPct, isMoving: false });
    expect(levelPct).toBeLessThan(60);
  });

  it('stops a motor of unknown position before it has moved, and does not drive it to an end stop', async () => {
    const house = await aHouse();
    await house.order('vent', { do: 'position', levelPct: 100 });
    const { vent: _, ...others } = channels;
    await house.tell({ version: 2, channels: others });
    await house.pass(1);
    expect(house.states.vent).toMatchObject({ isMoving: false });
  });
});

describe('what a relay does is not what it was told', () => {
  it('one that sticks gives no water, and says nothing of it: the meter does', async () => {
    const house = await aHouse();
    house.pretend('stuck valve');
    await house.order('valve');
    await house.pass(5);
    expect(house.states.valve).toMatchObject({ levelPct: 100, fault: null });
    expect(house.relay('valve')).toEqual([]);
    house.pretend('free valve');
    expect(house.relay('valve')).toEqual([[5, 100]]);
  });

  it('a motor that is slower than believed is at its end stop all the same', async () => {
    const house = await aHouse();
    await house.order('vent', { do: 'position', levelPct: 0 });
    await house.pass(20);
    await house.order('vent', { do: 'position', levelPct: 50 });
    await house.pass(10);
    expect(house.states.vent).toMatchObject({ levelPct: 50, isEstimated: true });
    const id = await house.order('vent', { do: 'position', levelPct: 100 });
    await house.pass(20);
    expect(house.said(id)).toEqual(['accepted', 'running', 'done']);
    expect(house.states.vent).toMatchObject({ levelPct: 100, isEstimated: false, isMoving: false });
    await house.order('vent', { do: 'position', levelPct: 50 });
    expect(house.log.flatMap(({ motor, fromPct }) => (motor ? [fromPct] : []))).toEqual([0, 0, 46, 100]);
  });
});

describe('a lease that is renewed', () => {
  it('goes on under the newer command, without a gap', async () => {
    const house = await aHouse();
    const first = await house.order('heater', { maxRunSec: 60 });
    await house.pass(40);
    const second = await house.order('heater', { maxRunSec: 60 });
    await house.pass(70);
    expect(house.relay('heater')).toEqual([
      [0, 100],
      [100, 0],
    ]);
    expect(house.said(first)).toEqual(['accepted', 'running', 'done']);
    expect(house.said(second)).toEqual(['accepted', 'running', 'done']);
  });
});

describe('a run', () => {
  it('and its end are on disk before its relay moves', async () => {
    const house = await aHouse();
    const id = await house.order('valve', { maxRunSec: 60 });
    expect(house.keptThen.map(({ keeper }) => keeper.outputs.valve)).toMatchObject([{ id, endsAt: 60 * SECOND }]);
  });
});

describe('a disk that hangs', () => {
  it('holds nothing on: runs end at their time, an end overtakes, and what waited too long does not start', async () => {
    const house = await aHouse();
    await house.order('valve', { maxRunSec: 60 });
    await house.order('heater', { maxRunSec: 600 });
    const goOn = house.hang();
    const late = await house.order('vent', { do: 'position', levelPct: 50 });
    await house.order('heater', { do: 'off', maxRunSec: undefined });
    await house.pass(70);
    expect(house.relay('heater').at(-1)).toEqual([0, 0]);
    expect(house.relay('valve').at(-1)).toEqual([60, 0]);
    expect(house.said(late)).toEqual([]);
    goOn();
    await house.pass(1);
    expect(house.said(late)).toEqual(['refused EXPIRED']);
    expect(house.said(await house.order('valve'))).toEqual(['accepted', 'running']);
  });

  it('starts nothing that was ended while it waited', async () => {
    const house = await aHouse();
    const goOn = house.hang();
    const start = await house.order('heater');
    const end = await house.order('heater', { do: 'off', maxRunSec: undefined });
    goOn();
    await house.pass(1);
    expect([house.said(start), house.said(end)]).toEqual([['refused ORDER'], ['accepted', 'done']]);
    expect(house.relay('heater')).toEqual([]);
  });
});

describe('in lives of commands, hands, faults, silence and deaths', () => {
  const LIVES = Number(process.env.CONTROLLER_LIVES ?? 30);
  it(`${LIVES} of them: no relay is on beyond its run, no pump without a valve`, {
    timeout: LIVES * 3_000,
  }, async () => {
    for (let seed = 1; seed <= LIVES; seed += 1) expect(await violationsOf(seed), `seed ${seed}`).toEqual([]);
  });
});

/** Simulates one life, and compares the relays with the commands. */
async function violationsOf(seed: number): Promise<string[]> {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
  let house = await aHouse();
  let seq = 100;
  const found: string[] = [];
  /** When each relay has to be off at the latest, s; without a limit under local control. */
  const until: Record<string, number> = {};
  const levels: Record<string, number> = {};
  const observed = () => {
    for (const { sec, relay, levelPct } of house.log.splice(0)) {
      if (relay === undefined) continue;
      levels[String(relay)] = Number(levelPct);
      if (levelPct === 100 && (until[String(relay)] ?? 0) <= Number(sec)) found.push(`${relay} on at ${sec}`);
    }
    const sec = house.now() / SECOND;
    for (const [code, levelPct] of Object.entries(levels)) {
      if (levelPct > 0 && sec >= (until[code] ?? 0)) found.push(`${code} still on at ${sec}`);
    }
    if (levels.pump === 100 && levels.valve !== 100 && until.pump !== Number.POSITIVE_INFINITY) {
      found.push(`pump without a valve at ${sec}`);
    }
  };
  for (let step = 0; step < 60; step += 1) {
    const code = ['valve', 'pump', 'heater'][random(3)] ?? 'valve';
    const what = random(10);
    if (what < 4) {
      seq += 1;
      const maxRunSec = 1 + random(200);
      const allowed = Math.max(until[code] ?? 0, house.now() / SECOND + maxRunSec);
      if (until[code] !== Number.POSITIVE_INFINITY) until[code] = allowed;
      await house.order(code, { id: uuid(seq), seq, maxRunSec });
    } else if (what === 4) await house.order(code, { id: uuid(++seq), seq, do: 'stop', maxRunSec: undefined });
    else if (what === 5) house.pretend(random(2) ? 'dry' : 'wet');
    else if (what === 6) house.silence();
    else if (what === 7) {
      const kept = house.kept();
      house = await aHouse(kept, house.dir, house.now());
      // A new house is not under local control.
      for (const one of Object.keys(until))
        if (until[one] === Number.POSITIVE_INFINITY) until[one] = house.now() / SECOND;
    } else if (what === 8) {
      until[code] = Number.POSITIVE_INFINITY;
      house.pretend(`local ${code} ${random(2) * 100}`);
      // Local control is noticed in the next step.
      await house.pass(1);
    } else {
      house.pretend(`remote ${code}`);
      await house.pass(1);
      if (until[code] === Number.POSITIVE_INFINITY) until[code] = house.now() / SECOND;
    }
    observed();
    for (let sec = random(40); sec > 0; sec -= 1) {
      await house.pass(1);
      observed();
    }
  }
  return found;
}
