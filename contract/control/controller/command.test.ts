import { describe, expect, it } from 'vitest';
import {
  ack,
  actuatorState,
  availability,
  beat,
  channelTopics,
  command,
  controlAck,
  controlDocument,
  deviceTopics,
  EXPIRY_MS,
} from './command.ts';
import { reservedCodes } from './reserved-codes.ts';

const at = '2026-11-22T05:20:00.000+09:00';
const id = '00000000-0000-4000-8000-000000000001';
const order = { v: 1, id, run: id, term: 1, seq: 1, issuedAt: at, expiresAt: at, why: 'rule' };

describe('a command on the wire', () => {
  it.each([
    [{ ...order, do: 'on', maxRunSec: 600 }, true],
    [{ ...order, do: 'on' }, false],
    [{ ...order, do: 'position', levelPct: 40, maxRunSec: 60 }, true],
    [{ ...order, do: 'position', levelPct: 40 }, false],
    [{ ...order, do: 'position', levelPct: 101, maxRunSec: 60 }, false],
    [{ ...order, do: 'off' }, true],
    [{ ...order, do: 'off', run: undefined }, false],
    [{ ...order, do: 'on', maxRunSec: 600, issuedAt: '2026-11-22T05:20:00' }, false],
    [{ ...order, do: 'on', maxRunSec: 600, v: 2 }, false],
    [{ ...order, do: 'open', maxRunSec: 600 }, false],
    ['', false],
  ])('%# has an end if it starts anything, and instants with their offset', (payload, isRead) => {
    expect(command.safeParse(payload).success).toBe(isRead);
  });

  it('lasts 60 s, a stop 600', () => {
    expect(EXPIRY_MS).toEqual({ command: 60_000, stop: 600_000 });
  });
});

describe('what a controller says', () => {
  it('is read with its instants as epoch ms', () => {
    const said = {
      v: 1,
      id,
      status: 'accepted',
      code: null,
      at,
      endsAt: at,
      maxRunSec: 600,
      litres: null,
      duplicate: false,
    };
    expect(ack.parse(said).endsAt).toBe(Date.parse(at));
    const state = {
      v: 1,
      at,
      levelPct: 40,
      targetPct: 60,
      isMoving: true,
      isEstimated: false,
      run: null,
      id: null,
      endsAt: null,
      source: 'local',
      fault: null,
    };
    expect(actuatorState.parse(state).at).toBe(Date.parse(at));
    expect(beat.parse({ at, term: 3 })).toEqual({ at: Date.parse(at), term: 3 });
    const up = { status: 'online', bootId: 'a', protocol: 1, clock: 'ntp', term: 3, version: 7 };
    expect(availability.parse(up)).toEqual(up);
    expect(controlAck.parse({ v: 1, version: 7, term: 3 })).toEqual({ v: 1, version: 7, term: 3 });
  });
});

describe('limits and guards of a controller', () => {
  it('hold at most eight guards, and never an order to move', () => {
    const guard = {
      sensor: 'air',
      op: 'below',
      value: 2,
      hysteresis: 1,
      forSec: 60,
      actuator: 'heater',
      levelPct: 100,
      untilSec: null,
    };
    const document = { v: 1, version: 1, term: 1, channels: {}, guards: Array.from({ length: 8 }, () => guard) };
    expect(controlDocument.safeParse(document).success).toBe(true);
    expect(controlDocument.safeParse({ ...document, guards: [...document.guards, guard] }).success).toBe(false);
    expect(Object.keys(controlDocument.parse({ ...document, do: 'on' }))).not.toContain('do');
  });
});

describe('topics', () => {
  it('hold farm and device, and no channel may have the name of one', () => {
    expect(channelTopics(7, 'gw1', 'valve')).toEqual({
      set: 'farm/7/gw1/valve/set',
      ack: 'farm/7/gw1/valve/ack',
      state: 'farm/7/gw1/valve/state',
    });
    const own = Object.values(deviceTopics(7, 'gw1')).map((topic) => topic.split('/')[3]);
    expect(own.every((code) => code !== undefined && reservedCodes.includes(code))).toBe(true);
  });
});
