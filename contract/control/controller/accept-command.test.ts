import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../actuator.ts';
import { acceptCommand, type Received } from './accept-command.ts';
import type { ChannelLimits, ControlDocument } from './command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from './core.ts';

const BEGIN = Date.UTC(2026, 10, 22);
const SECOND = 1_000;
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function limitsOf(type: 'WATER' | 'PUMP' | 'HEATER' | 'VENT', given: Partial<ChannelLimits> = {}): ChannelLimits {
  const { isCommanded: _, upstream: _upstream, ...settings } = defaultSettings(type);
  const kind = type === 'VENT' ? 'position' : type === 'WATER' ? 'dosed' : 'switch';
  return {
    kind,
    isCommanded: true,
    maxRunSec: settings.maxRunSec,
    minOnSec: settings.minOnSec,
    minOffSec: settings.minOffSec,
    maxDailySec: settings.maxDailySec,
    travelOpenSec: settings.travelOpenSec,
    travelCloseSec: settings.travelCloseSec,
    restPct: 0,
    onLinkLost: settings.onLinkLost,
    requires: [],
    lockOut: null,
    ...given,
  };
}

const document: ControlDocument = {
  v: 1,
  version: 1,
  term: 5,
  channels: {
    v1: limitsOf('WATER'),
    pump: limitsOf('PUMP', { requires: ['v1'] }),
    heater: limitsOf('HEATER'),
    vent: limitsOf('VENT'),
  },
  guards: [
    {
      sensor: 'air',
      op: 'below',
      value: 2,
      hysteresis: 1,
      forSec: 60,
      actuator: 'heater',
      levelPct: 100,
      untilSec: null,
    },
  ],
};
const codes = Object.keys(document.channels);
const fresh = withDocument(restartedCore(null, codes, 0), document);

/** A command as sent on the wire, issued at a second of the controller's clock. */
function order(number: number, given: object = {}) {
  const at = BEGIN + Number(Reflect.get(given, 'second') ?? 0) * SECOND;
  return {
    v: 1,
    id: uuid(number),
    run: uuid(900),
    term: 5,
    seq: number,
    do: 'on',
    maxRunSec: 600,
    issuedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + 60 * SECOND).toISOString(),
    why: 'rule',
    ...given,
  };
}

function at(core: ControllerCore, second: number, sensed: Record<string, number | null> = {}): ControllerCore {
  return advanceCore({ ...core, heardAt: second * SECOND }, second * SECOND, BEGIN + second * SECOND, sensed);
}

function given(core: ControllerCore, code: string, payload: unknown, more: Partial<Received> = {}) {
  return acceptCommand(core, {
    code,
    payload,
    isRetained: false,
    at: BEGIN + core.now,
    isClockTrusted: true,
    ...more,
  });
}

const taken = (core: ControllerCore, code: string, payload: unknown) => given(core, code, payload).core;
const codeOf = (core: ControllerCore, code: string, payload: unknown, more: Partial<Received> = {}) => {
  const { answer } = given(core, code, payload, more);
  return answer.code ?? answer.status;
};

describe('a controller takes a command', () => {
  it('with the smaller of its own limits and the command’s, and ends it by itself', () => {
    const { core, answer } = given(fresh, 'v1', order(1, { maxRunSec: 20_000 }));
    expect(answer).toMatchObject({ status: 'accepted', maxRunSec: 3_600 });
    expect(at(core, 3_599).outputs.v1?.levelPct).toBe(100);
    expect(at(core, 3_600).outputs.v1?.levelPct).toBe(0);
  });

  it('once: a repeat gets its first answer, whatever its time and term, and moves nothing', () => {
    const first = given(fresh, 'v1', order(1));
    const off = taken(at(first.core, 120), 'v1', order(2, { do: 'off', second: 120 }));
    const repeat = given({ ...at(off, 900), term: 9 }, 'v1', order(1));
    expect(repeat.answer).toEqual({ ...first.answer, duplicate: true });
    expect(repeat.core.outputs.v1?.levelPct).toBe(0);
  });
});

describe('P13: a controller refuses', () => {
  const running = taken(fresh, 'v1', order(5));
  it.each([
    ['what it cannot read', fresh, { hello: 1 }, 'MALFORMED'],
    ['a start without an end', fresh, order(1, { maxRunSec: undefined }), 'MALFORMED'],
    ['an older term', fresh, order(1, { term: 4 }), 'TERM'],
    ['a term out of all proportion', fresh, order(1, { term: 1_000_006 }), 'MALFORMED'],
    ['what has expired', at(fresh, 61), order(1), 'EXPIRED'],
    ['what is issued ahead of time', fresh, order(1, { second: 31 }), 'EXPIRED'],
    ['an order older than the last', at(running, 10), order(4), 'ORDER'],
    ['a pump before its valve', fresh, order(1), 'REQUIRES', 'pump'],
    [
      'a start too soon after an end',
      at(taken(at(running, 90), 'v1', order(6, { do: 'off', second: 90 })), 100),
      order(7, { second: 100 }),
      'MINTIME',
    ],
    ['an end too soon after a start', at(running, 30), order(6, { do: 'off', second: 30 }), 'MINTIME'],
    ['the end of another run', at(running, 90), order(6, { do: 'off', run: uuid(1), second: 90 }), 'UNKNOWN'],
    ['a channel that it does not have', fresh, order(1), 'UNKNOWN', 'other'],
  ] satisfies [string, ControllerCore, unknown, string, string?][])('%s', (_, core, payload, code, channel = 'v1') => {
    const { core: next, answer } = given(core, channel, payload);
    expect(answer).toMatchObject({ status: 'refused', code });
    expect(next.outputs).toEqual(core.outputs);
  });

  it('a retained command, and any start while its clock is not trusted', () => {
    expect(codeOf(fresh, 'v1', order(1), { isRetained: true })).toBe('RETAINED');
    expect(codeOf(fresh, 'v1', order(1), { isClockTrusted: false })).toBe('CLOCK');
  });

  it('everything but an end under a lock, and stops when the lock comes', () => {
    const locks = {
      ...document,
      version: 2,
      channels: { ...document.channels, v1: limitsOf('WATER', { lockOut: { reason: 'Kim', forSec: null } }) },
    };
    const locked = withDocument(at(running, 10), locks);
    expect(locked.outputs.v1?.levelPct).toBe(0);
    expect(codeOf(at(locked, 100), 'v1', order(9, { second: 100 }))).toBe('LOCKED');
    expect(codeOf(at(locked, 100), 'v1', order(9, { do: 'stop', second: 100 }))).toBe('accepted');
  });
});

describe('an amount of water', () => {
  const metered = withDocument(restartedCore(null, codes, 0), {
    ...document,
    channels: { ...document.channels, v1: limitsOf('WATER', { meter: 'flow', minOffSec: 0 }) },
  });
  /** Minutes of 20 L/min from a second on, in steps of a second, without a heartbeat. */
  const flowing = (core: ControllerCore, from: number, seconds: number, lpm: number | null = 20) => {
    let next = core;
    for (let second = from + 1; second <= from + seconds; second += 1) {
      next = advanceCore(next, second * SECOND, BEGIN + second * SECOND, { flow: lpm });
    }
    return next;
  };
  const dosing = taken(metered, 'v1', order(1, { litres: 60 }));

  it('ends by the meter, though no server is heard, and says how much it was', () => {
    expect(flowing(dosing, 0, 179).outputs.v1?.levelPct).toBe(100);
    const over = flowing(dosing, 0, 180).outputs.v1;
    expect(over).toMatchObject({ levelPct: 0, run: null, source: 'limit', dose: { run: uuid(900) } });
    expect(over?.dose?.givenL).toBeCloseTo(60);
  });

  it('ends by its time where the meter is silent or slow', () => {
    expect(flowing(dosing, 0, 599, null).outputs.v1?.levelPct).toBe(100);
    expect(flowing(dosing, 0, 600, null).outputs.v1?.levelPct).toBe(0);
    expect(flowing(dosing, 0, 600, 1).outputs.v1?.levelPct).toBe(0);
  });

  it('is given once: a renewal counts on, and one that crossed its end on the way starts nothing', () => {
    const renewed = taken(flowing(dosing, 0, 100), 'v1', order(2, { litres: 60, second: 100 }));
    const over = flowing(renewed, 100, 80);
    expect(over.outputs.v1?.levelPct).toBe(0);
    expect(codeOf(flowing(over, 180, 5), 'v1', order(3, { litres: 60, second: 179 }))).toBe('LIMIT');
    const next = taken(flowing(over, 180, 5), 'v1', order(3, { litres: 60, second: 185 }));
    expect(next.outputs.v1).toMatchObject({ levelPct: 100, dose: { givenL: 0 } });
  });
});

describe('a stop and an end', () => {
  const running = taken(fresh, 'v1', order(5));

  it('pass an older term, a clock that is not trusted, and minimum times that a hand waives', () => {
    expect(
      codeOf(at(running, 10), 'v1', order(1, { do: 'stop', term: 1, second: -500 }), { isClockTrusted: false }),
    ).toBe('accepted');
    expect(codeOf(at(running, 10), 'v1', order(6, { do: 'off', why: 'manual', second: 10 }))).toBe('accepted');
  });

  it('take what needs the output off with it, pump before valve', () => {
    const both = taken(at(running, 5), 'pump', order(6, { second: 5 }));
    const stopped = at(taken(at(both, 90), 'v1', order(7, { do: 'off', second: 90 })), 91);
    expect([stopped.outputs.v1?.levelPct, stopped.outputs.pump?.levelPct]).toEqual([0, 0]);
  });
});

describe('without a server', () => {
  const silent = (core: ControllerCore, second: number) =>
    advanceCore(core, second * SECOND, BEGIN + second * SECOND, {});

  it('planned runs finish, and a heater goes to rest 90 s after the last word', () => {
    const both = taken(taken(fresh, 'v1', order(1)), 'heater', order(2, { why: 'heat', maxRunSec: 900 }));
    expect(silent(both, 89).outputs.heater?.levelPct).toBe(100);
    const lost = silent(both, 90);
    expect([lost.outputs.heater?.levelPct, lost.outputs.v1?.levelPct]).toEqual([0, 100]);
    expect(silent(lost, 600).outputs.v1?.levelPct).toBe(0);
  });

  it('the frost guard heats, connected or not, and lets go above it', () => {
    const cold = advanceCore(fresh, 10 * SECOND, BEGIN, { air: 1.9 });
    expect(cold.outputs.heater?.levelPct).toBe(0);
    const guarded = advanceCore(cold, 200 * SECOND, BEGIN, { air: 2.9 });
    expect(guarded.outputs.heater).toMatchObject({ levelPct: 0 });
    const colder = advanceCore(cold, 200 * SECOND, BEGIN, { air: 1.8 });
    expect(colder.outputs.heater).toMatchObject({ levelPct: 100, source: 'guard' });
    expect(advanceCore(colder, 300 * SECOND, BEGIN, { air: 2.9 }).outputs.heater?.levelPct).toBe(100);
    expect(advanceCore(colder, 300 * SECOND, BEGIN, { air: 3 }).outputs.heater?.levelPct).toBe(0);
  });

  it('a vent follows the first of its guards that is active, and is let go when none is', () => {
    const above = (sensor: string, value: number, levelPct: number) =>
      ({ sensor, op: 'above', value, hysteresis: 1, forSec: 0, actuator: 'vent', levelPct, untilSec: null }) as const;
    const guards = [above('air', 40, 100), above('wind', 13, 0), above('air', 33, 100), above('rain', 0.1, 0)];
    const guarding = withDocument(fresh, { ...document, version: 2, guards });
    const calm = { air: 20, wind: 2, rain: 0 };
    const target = (sensed: object) =>
      advanceCore(guarding, SECOND, BEGIN, { ...calm, ...sensed }).outputs.vent?.targetPct;
    const open = (sensed: object) => {
      const moved = advanceCore(guarding, SECOND, BEGIN, { ...calm, air: 35 });
      const half = advanceCore(moved, 100 * SECOND, BEGIN, { ...calm, air: 35 });
      return advanceCore(half, 101 * SECOND, BEGIN, { ...calm, ...sensed }).outputs.vent;
    };
    expect([target({}), target({ air: 35 }), target({ air: 35, rain: 1 }), target({ air: 35, wind: 15 })]).toEqual([
      0, 100, 100, 0,
    ]);
    expect(target({ air: 41, wind: 15, rain: 1 })).toBe(100);
    expect(open({ wind: 15 })).toMatchObject({ targetPct: 0, source: 'guard' });
    expect(open({ rain: 1 })).toMatchObject({ targetPct: 0, source: 'guard' });
    const free = open({});
    expect(free).toMatchObject({ targetPct: free?.levelPct, source: 'limit' });
  });

  it('an older document changes nothing, under whatever term', () => {
    const newer = withDocument(fresh, { ...document, version: 3, term: 6 });
    const locked = { ...document, channels: { ...document.channels, v1: limitsOf('WATER', { isCommanded: false }) } };
    expect(withDocument(newer, { ...locked, version: 2, term: 9 })).toEqual(newer);
    expect(withDocument(newer, { ...locked, version: 4, term: 5 })).toEqual(newer);
    expect(withDocument(newer, { ...locked, version: 3, term: 7 }).term).toBe(7);
  });

  it('a restart puts switches to rest and leaves motors where they are', () => {
    const moved = at(
      taken(taken(fresh, 'v1', order(1)), 'vent', order(2, { do: 'position', levelPct: 60, maxRunSec: 300 })),
      90,
    );
    const restarted = restartedCore(moved, codes, 100 * SECOND);
    expect(restarted.outputs.v1?.levelPct).toBe(0);
    expect(restarted.outputs.vent).toMatchObject({ levelPct: 30, targetPct: 30, isEstimated: true });
  });
});

describe('a heater that its guard has turned on', () => {
  const cold = (core: ControllerCore, second: number) => at(core, second, { air: 1 });
  const heating = cold(cold(fresh, 10), 100);
  const locks = (lockOut: ChannelLimits['lockOut'] = { reason: 'STOPPED_ALL', forSec: 600 }): ControlDocument => {
    return { ...document, version: 2, channels: { ...document.channels, heater: limitsOf('HEATER', { lockOut }) } };
  };

  it('is stopped by a lock-out and by a stop', () => {
    expect(heating.outputs.heater).toMatchObject({ levelPct: 100, source: 'guard' });
    const locked = withDocument(heating, locks());
    expect(locked.outputs.heater).toMatchObject({ levelPct: 0, targetPct: 0 });
    expect(cold(locked, 699).outputs.heater?.levelPct).toBe(0);
    expect(taken(heating, 'heater', order(1, { do: 'stop', second: 100 })).outputs.heater?.levelPct).toBe(0);
  });

  it('goes to rest when no guard of it is left', () => {
    const released = cold(withDocument(heating, { ...document, version: 2, guards: [] }), 101);
    expect(released.outputs.heater).toMatchObject({ levelPct: 0, source: 'limit' });
  });

  it('follows commands again when its guard was taken away under a lock-out', () => {
    const locked = withDocument(heating, { ...locks(), guards: [] });
    const free = cold(withDocument(cold(locked, 200), { ...locks(null), version: 3, guards: [] }), 700);
    expect(codeOf(free, 'heater', order(9, { second: 700 }))).toBe('accepted');
  });
});

describe('what runs as its limits are lowered', () => {
  const valve = taken(fresh, 'v1', order(1, { maxRunSec: 3_600 }));
  const under = (core: ControllerCore, code: string, given: Partial<ChannelLimits>) => {
    const limits = document.channels[code];
    if (!limits) throw new Error(`there is no ${code}`);
    return withDocument(core, {
      ...document,
      version: 2,
      channels: { ...document.channels, [code]: { ...limits, ...given } },
    });
  };
  const levelAt = (core: ControllerCore, code: string, ...seconds: readonly number[]) =>
    seconds.map((second) => at(core, second).outputs[code]?.levelPct);

  it('ends as the new longest run counts from its start, and at once where that is over', () => {
    const cut = under(at(valve, 300), 'v1', { maxRunSec: 600 });
    expect(levelAt(cut, 'v1', 599, 600)).toEqual([100, 0]);
    expect(under(at(valve, 700), 'v1', { maxRunSec: 600 }).outputs.v1).toMatchObject({ levelPct: 0, run: null });
    expect(levelAt(under(at(valve, 300), 'v1', { maxRunSec: 7_200 }), 'v1', 3_599, 3_600)).toEqual([100, 0]);
  });

  it('counts anew from each renewal', () => {
    const renewed = taken(at(valve, 500), 'v1', order(2, { second: 500, maxRunSec: 3_600 }));
    expect(levelAt(under(at(renewed, 700), 'v1', { maxRunSec: 600 }), 'v1', 1_099, 1_100)).toEqual([100, 0]);
  });

  it('ends as the new maximum of the day is reached', () => {
    expect(levelAt(under(at(valve, 300), 'v1', { maxDailySec: 400 }), 'v1', 399, 400)).toEqual([100, 0]);
  });

  it('has no day anew when its clock is set back over midnight', () => {
    // Seoul's midnight.
    const midnight = 15 * 3_600;
    const limited = under(fresh, 'v1', { maxDailySec: 700 });
    const seen = (core: ControllerCore, now: number, second: number) =>
      advanceCore({ ...core, heardAt: now * SECOND }, now * SECOND, BEGIN + second * SECOND, {});
    const start = (core: ControllerCore, number: number, second: number) =>
      given(core, 'v1', order(number, { second, run: uuid(900 + number) }), { at: BEGIN + second * SECOND });
    const watered = seen(start(seen(limited, 0, midnight + 60), 1, midnight + 60).core, 600, midnight + 660);
    const back = midnight + 960 - 3_600;
    expect(start(seen(watered, 900, back), 2, back).answer).toMatchObject({ status: 'accepted', maxRunSec: 100 });
  });

  it('stands where its motor has turned for as long as it may now', () => {
    const vent = taken(fresh, 'vent', order(1, { do: 'position', levelPct: 100, maxRunSec: 365 }));
    const cut = under(at(vent, 30), 'vent', { maxRunSec: 60 });
    expect(at(cut, 120).outputs.vent).toMatchObject({ levelPct: 20, targetPct: 20 });
  });

  it('takes the pump with it that needs it', () => {
    const pumping = taken(at(valve, 10), 'pump', order(2, { second: 10, maxRunSec: 3_000 }));
    expect(pumping.outputs.pump?.levelPct).toBe(100);
    expect(under(at(pumping, 700), 'v1', { maxRunSec: 600 }).outputs.pump?.levelPct).toBe(0);
  });
});

describe('what is not commanded any more', () => {
  const running = taken(taken(fresh, 'v1', order(1)), 'vent', order(2, { do: 'position', levelPct: 60 }));
  const { v1: _, vent: _vent, ...others } = document.channels;
  const barred = { v1: limitsOf('WATER', { isCommanded: false }), vent: limitsOf('VENT', { isCommanded: false }) };

  it.each([
    ['because its owner said so', barred],
    ['because its channel was deleted or has another code', {}],
  ])('ends: a valve is off, a motor stands, %s', (__, channels) => {
    const ended = withDocument(at(running, 90), { ...document, version: 2, channels: { ...others, ...channels } });
    expect(ended.outputs.v1).toMatchObject({ levelPct: 0, run: null, endsAt: null });
    expect(ended.outputs.vent).toMatchObject({ levelPct: 30, targetPct: 30, run: null });
    expect(at(ended, 200).outputs.vent).toMatchObject({ levelPct: 30, targetPct: 30 });
    expect(taken(at(ended, 200), 'vent', order(3, { do: 'stop', second: 200 })).outputs.vent).toMatchObject({
      targetPct: 30,
    });
  });
});
