import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { type DemoFarm, demoFarms } from './farms.ts';
import { advanceFarm, type DemoDeps, type DemoReading, startDemo } from './live.ts';
import { parseFarmState, startFarm } from './simulate.ts';

const [wimi, wahul, gosan] = demoFarms;
if (!wimi || !wahul || !gosan) throw new Error('there are four farms');

const begin = startOfSeoulDate('2026-11-20');

/** The ports in memory, with a clock that the test sets. */
function aWorld(given: Partial<DemoDeps> = {}) {
  const world = {
    clock: begin,
    states: new Map<string, string>(),
    sent: new Map<string, DemoReading[][]>(),
    warnings: [] as string[],
    heat: new Map<string, DemoFarm['heat']>(),
  };
  const deps: DemoDeps = {
    now: () => world.clock,
    loadState: async (code) => world.states.get(code),
    saveState: async (code, json) => void world.states.set(code, json),
    heat: async (code) => {
      const settings = world.heat.get(code) ?? demoFarms.find((farm) => farm.code === code)?.heat;
      if (!settings) throw new Error(`no farm ${code}`);
      return { settings, calendar: null };
    },
    send: async (code, readings) => void world.sent.set(code, [...(world.sent.get(code) ?? []), readings]),
    log: { info: () => {}, warn: (_, message) => void world.warnings.push(message) },
    ...given,
  };
  const of = (farm: DemoFarm, channel: string) =>
    (world.sent.get(farm.code) ?? []).flat().filter(({ code }) => code === channel);
  return { world, deps, of };
}

function stored(farm: DemoFarm, at: number): string {
  return JSON.stringify(startFarm(farm, at));
}

describe('one farm', () => {
  it('sends each minute once, though it is asked twice in the same minute', async () => {
    const { world, deps, of } = aWorld();
    world.states.set('wahul', stored(wahul, begin));
    for (const seconds of [30, 61, 95, 125]) {
      world.clock = begin + seconds * 1_000;
      await advanceFarm(deps, wahul);
    }
    expect(of(wahul, 'h1-temp').map(({ at }) => at)).toEqual([begin + MINUTE_MS, begin + 2 * MINUTE_MS]);
  });

  it('catches up after a stop: the last day by the minute, a month every ten minutes, nothing older', async () => {
    const { world, deps, of } = aWorld();
    world.states.set('wahul', stored(wahul, begin));
    world.clock = begin + 40 * DAY_MS + 20_000;
    await advanceFarm(deps, wahul);
    const now = begin + 40 * DAY_MS;
    const at = of(wahul, 'h1-temp').map((reading) => reading.at);
    expect(at[0]).toBe(now - 30 * DAY_MS);
    expect(at.at(-1)).toBe(now);
    expect(at.filter((instant) => instant < now - DAY_MS)).toHaveLength(29 * 144);
    expect(at.filter((instant) => instant >= now - DAY_MS)).toHaveLength(1_441);
    expect(new Set(at).size).toBe(at.length);
    expect(parseFarmState(wahul, world.states.get('wahul') ?? '')?.at).toBe(now);
  });

  it('sends in portions that one batch can hold, each in order of time', async () => {
    const { world, deps } = aWorld();
    world.states.set('wimi', stored(wimi, begin));
    world.clock = begin + 2 * DAY_MS;
    await advanceFarm(deps, wimi);
    const portions = world.sent.get('wimi') ?? [];
    expect(portions.length).toBeGreaterThan(5);
    for (const portion of portions) {
      expect(portion.length).toBeLessThanOrEqual(10_000);
      expect(portion.every(({ at }, i) => i === 0 || at >= (portion[i - 1]?.at ?? 0))).toBe(true);
    }
  });

  it('loses nothing when sending fails: the same minutes are sent again', async () => {
    let broken = true;
    const { world, deps, of } = aWorld();
    const { send } = deps;
    deps.send = async (code, readings) => {
      if (broken) throw new Error('the database is busy');
      await send(code, readings);
    };
    world.states.set('wahul', stored(wahul, begin));
    world.clock = begin + MINUTE_MS;
    await expect(advanceFarm(deps, wahul)).rejects.toThrow('the database is busy');
    broken = false;
    world.clock = begin + 2 * MINUTE_MS;
    await advanceFarm(deps, wahul);
    expect(of(wahul, 'h1-temp').map(({ at }) => at)).toEqual([begin + MINUTE_MS, begin + 2 * MINUTE_MS]);
  });

  it('waits out a clock that was set back', async () => {
    const { world, deps } = aWorld();
    const json = stored(wahul, begin + HOUR_MS);
    world.states.set('wahul', json);
    await advanceFarm(deps, wahul);
    expect(world.sent.size).toBe(0);
    expect(world.states.get('wahul')).toBe(json);
  });

  it('starts afresh from a damaged or very old state', async () => {
    for (const json of ['{', stored(wahul, begin - 500 * DAY_MS)]) {
      const { world, deps, of } = aWorld();
      world.states.set('wahul', json);
      await advanceFarm(deps, wahul);
      expect(of(wahul, 'h1-temp').map(({ at }) => at)).toEqual([begin]);
    }
  });

  it('keeps the silent sensor silent and the others talking', async () => {
    const { world, deps, of } = aWorld();
    world.states.set('gosan', JSON.stringify(startFarm(gosan, begin, { silentFrom: begin - HOUR_MS })));
    world.clock = begin + HOUR_MS;
    await advanceFarm(deps, gosan);
    expect(of(gosan, 'h1-co2')).toEqual([]);
    expect(of(gosan, 'h1-temp')).toHaveLength(60);
  });

  it('warms the house when the grower raises the night target', async () => {
    const warmed = async (raiseBy: number) => {
      const { world, deps, of } = aWorld();
      world.states.set('wimi', stored(wimi, begin));
      world.heat.set('wimi', { ...wimi.heat, nightTargetC: wimi.heat.nightTargetC + raiseBy });
      for (let minute = 1; minute <= 40; minute += 1) {
        world.clock = begin + minute * MINUTE_MS;
        await advanceFarm(deps, wimi);
      }
      return of(wimi, 'h1-temp').at(-1)?.value ?? 0;
    };
    expect((await warmed(8)) - (await warmed(0))).toBeGreaterThan(3);
  });
});

describe('the demonstration', () => {
  /** Lets `rounds` minutes pass, then waits for the stop. */
  function minutes(world: { clock: number }, rounds: number) {
    const waits: number[] = [];
    let last = () => {};
    const done = new Promise<void>((resolve) => {
      last = resolve;
    });
    const wait = (ms: number, signal: AbortSignal) => {
      waits.push(ms);
      if (waits.length <= rounds) {
        world.clock += ms;
        return Promise.resolve();
      }
      last();
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    };
    return { wait, waits, done };
  }

  it('goes on with every minute of the clock until it is stopped', async () => {
    const { world, deps, of } = aWorld();
    world.clock = begin + 20_000;
    for (const farm of [wahul, gosan]) world.states.set(farm.code, stored(farm, begin));
    const { wait, waits, done } = minutes(world, 3);
    const running = startDemo({ ...deps, wait }, [wahul, gosan]);
    await done;
    await running.stop();
    expect(waits.slice(0, 3)).toEqual([40_000, MINUTE_MS, MINUTE_MS]);
    const expected = [1, 2, 3].map((minute) => begin + minute * MINUTE_MS);
    expect(of(wahul, 'h1-temp').map(({ at }) => at)).toEqual(expected);
    expect(of(gosan, 'h1-temp').map(({ at }) => at)).toEqual(expected);
  });

  it('lets the other farms live when one fails, and says so', async () => {
    const { world, deps, of } = aWorld();
    for (const farm of [wahul, gosan]) world.states.set(farm.code, stored(farm, begin));
    const { heat } = deps;
    deps.heat = async (code) => {
      if (code === 'wahul') throw new Error('no settings');
      return heat(code);
    };
    const { wait, done } = minutes(world, 2);
    const running = startDemo({ ...deps, wait }, [wahul, gosan]);
    await done;
    await running.stop();
    expect(of(gosan, 'h1-temp')).toHaveLength(2);
    expect(of(wahul, 'h1-temp')).toHaveLength(0);
    expect(world.warnings.length).toBeGreaterThan(0);
  });
});
