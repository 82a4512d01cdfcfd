import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { commandStates } from '#contract/control/controller/command.ts';
import {
  advanceCommand,
  askedCommand,
  type CommandEffect,
  type CommandEvent,
  type CommandLife,
  isOver,
  provedWithinMs,
} from './command-life.ts';

const SECOND = 1_000;
const limits = { travelMs: 0, proofMs: 60 * SECOND };

function lived(events: readonly CommandEvent[], asked: Partial<CommandLife> = {}, own = limits) {
  const effects: CommandEffect[] = [];
  let life: CommandLife = {
    ...askedCommand({ id: 'a', type: 'WATER', do: 'on', levelPct: 100, maxRunSec: 600 }, 0),
    ...asked,
  };
  for (const event of events) {
    const next = advanceCommand(life, event, own);
    life = next.life;
    effects.push(...next.effects);
  }
  return { state: life.state, effects, trail: life.trail.map(({ state }) => state), reason: life.trail.at(-1)?.reason };
}

const delivered: CommandEvent = { kind: 'delivered', at: 100 };
const accepted: CommandEvent = { kind: 'ack', at: 200, ack: { status: 'accepted', code: null, duplicate: false } };
const on: CommandEvent = { kind: 'state', at: 1_000, levelPct: 100, isMoving: false, id: 'a' };
const off: CommandEvent = { kind: 'state', at: 601_000, levelPct: 0, isMoving: false, id: null };
const tick = (at: number): CommandEvent => ({ kind: 'tick', at });
const flows = (isSo: boolean): CommandEvent => ({ kind: 'proof', at: 40_000, isKnown: true, isSo, hasSensor: true });

describe('the life of a command', () => {
  it('goes from asked to done as broker, controller, equipment and meter tell of it', () => {
    expect(lived([delivered, accepted, on, flows(true), off])).toEqual({
      state: 'done',
      effects: [],
      trail: ['asked', 'sent', 'accepted', 'running', 'done'],
      reason: null,
    });
  });

  it('says so when nothing could prove it: done, and never unproved', () => {
    const silent: CommandEvent = { kind: 'proof', at: 40_000, isKnown: false, isSo: false, hasSensor: false };
    expect(lived([delivered, accepted, on, silent, tick(500_000), off])).toMatchObject({
      state: 'done',
      reason: 'UNCHECKED',
    });
  });

  it('is sent again after 5, 10 and 20 s without a word of the broker, and expires after 60', () => {
    expect(lived([4, 5, 6, 10, 19, 20, 21, 59].map((second) => tick(second * SECOND))).effects).toEqual([
      'send',
      'send',
      'send',
    ]);
    expect(lived([tick(59_999)]).state).toBe('asked');
    expect(lived([delivered, tick(60_000)])).toMatchObject({ state: 'expired', effects: [] });
  });

  it('that stops goes on being sent until a controller answers, though the broker has it', () => {
    const stop = { do: 'stop', maxRunSec: 0, expiresAt: 600 * SECOND } as const;
    const ticks = [5, 10, 20, 30, 40, 59, 60].map((second) => tick(second * SECOND));
    expect(lived([delivered, ...ticks], stop).effects).toHaveLength(5);
    expect(lived([delivered, accepted, ...ticks.slice(0, 2)], stop).effects).toEqual([]);
    expect(lived([delivered, ...ticks]).effects).toEqual([]);
  });

  it('is not condemned while its controller is silent: past its end it is unproved by the line, and nothing is sent', () => {
    const silent = (at: number): CommandEvent => ({ kind: 'tick', at, isReachable: false });
    expect(lived([delivered, accepted, on, silent(616_000)])).toMatchObject({ state: 'running', effects: [] });
    expect(lived([delivered, accepted, on, silent(616_001)])).toMatchObject({
      state: 'unproved',
      reason: 'LINK_LOST',
      effects: [],
    });
    expect(lived([delivered, accepted, on, silent(300_000), off]).state).toBe('done');
  });

  it('is refused with the controller’s reason', () => {
    const refused: CommandEvent = {
      kind: 'ack',
      at: 200,
      ack: { status: 'refused', code: 'LOCKED', duplicate: false },
    };
    expect(lived([delivered, refused])).toMatchObject({ state: 'refused', reason: 'LOCKED' });
  });

  it('is unproved when the meter says nothing flows, and what may flood is stopped', () => {
    expect(lived([delivered, accepted, on, flows(false)])).toMatchObject({ state: 'unproved', effects: ['stop'] });
    expect(lived([delivered, accepted, on, tick(61_001)])).toMatchObject({ state: 'unproved', effects: ['stop'] });
    expect(lived([delivered, accepted, on, flows(false)], { type: 'HEATER' })).toMatchObject({
      state: 'unproved',
      effects: [],
    });
  });

  it('is unproved when it was accepted and is not seen to run within 10 s', () => {
    expect(lived([delivered, accepted, tick(10_200)]).state).toBe('accepted');
    expect(lived([delivered, accepted, tick(10_201)])).toMatchObject({ state: 'unproved', reason: 'NOT_RUNNING' });
  });

  it('is stopped when it is still seen to run 15 s after its end', () => {
    const events = [delivered, accepted, on, flows(true)];
    expect(lived([...events, tick(616_000)]).state).toBe('running');
    expect(lived([...events, tick(616_001)])).toMatchObject({
      state: 'unproved',
      reason: 'NOT_ENDED',
      effects: ['stop'],
    });
  });

  it('takes a state from before it was accepted for that of an earlier command', () => {
    expect(lived([delivered, on]).state).toBe('sent');
    expect(lived([delivered, { ...off, at: 150 }], { do: 'off' }).state).toBe('sent');
  });

  it('that stops is done when a valve is off, a motor stands, and is not repeated when it does not help', () => {
    const stop = { do: 'stop', maxRunSec: 0, expiresAt: 600 * SECOND } as const;
    const still = (levelPct: number): CommandEvent => ({ ...on, levelPct, at: 2_000 });
    expect(lived([delivered, accepted, still(100)], stop).state).toBe('accepted');
    expect(lived([delivered, accepted, still(100), still(0)], stop).state).toBe('done');
    expect(lived([delivered, accepted, still(40)], { ...stop, type: 'VENT' }).state).toBe('done');
    expect(lived([delivered, accepted, still(100), tick(10_201)], stop)).toMatchObject({
      state: 'unproved',
      effects: [],
    });
  });

  it('is done for an end as soon as it is at rest, for a position when it has arrived', () => {
    expect(lived([delivered, accepted, { ...off, at: 300 }], { do: 'off' }).state).toBe('done');
    const vent = { type: 'VENT', do: 'position', levelPct: 60 } as const;
    const at = (levelPct: number, isMoving: boolean): CommandEvent => ({
      kind: 'state',
      at: 5_000,
      levelPct,
      isMoving,
      id: 'a',
    });
    expect(lived([delivered, accepted, at(30, true)], vent).state).toBe('running');
    expect(lived([delivered, accepted, at(30, true), at(58, false)], vent).state).toBe('done');
  });

  it('stays as it ended, whatever comes late, twice or out of order', () => {
    const event = fc.oneof(
      fc.constantFrom<CommandEvent>(delivered, accepted, on, off, flows(true), flows(false)),
      fc.integer({ min: 0, max: 900_000 }).map(tick),
      fc.constantFrom('accepted', 'refused', 'running', 'done', 'failed').map((status): CommandEvent => {
        return { kind: 'ack', at: 300, ack: { status, code: null, duplicate: true } };
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        let life = askedCommand({ id: 'a', type: 'WATER', do: 'on', levelPct: 100, maxRunSec: 600 }, 0);
        for (const one of events) {
          const next = advanceCommand(life, one, limits).life;
          if (isOver(life)) expect(next).toEqual(life);
          const [before, after] = [life, next].map(({ state }) => commandStates.indexOf(state));
          expect(after).toBeGreaterThanOrEqual(before ?? 0);
          life = next;
        }
        expect(life.trail.map(({ state }) => state)).toEqual([...new Set(life.trail.map(({ state }) => state))]);
      }),
    );
  });
});

describe('a proof', () => {
  it('waits for the second reading of the meter, so that a slow one condemns no healthy valve', () => {
    const valve = defaultSettings('WATER');
    expect(provedWithinMs('WATER', valve, 10_000)).toBe(60_000);
    expect(provedWithinMs('WATER', valve, 300_000)).toBe(600_000);
    expect(provedWithinMs('WATER', valve, null)).toBeNull();
    expect(provedWithinMs('VENT', defaultSettings('VENT'), null)).toBe(390_000);
    expect(provedWithinMs('FAN', defaultSettings('FAN'), null)).toBeNull();
  });
});
