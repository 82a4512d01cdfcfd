import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { openStore } from '#server/db/open.ts';
import { builtProgram } from '../support/built-program.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ReadingsModel } from '../support/store/readings-model.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import type { Asked, Sent, Span, Told } from '../support/store/store-program.ts';
import { placeOf } from '../support/store/test-database.ts';
import { temporaryDir } from '../support/temporary.ts';

/** READINGS_SEEDS: how many lives; READINGS_SEED: the first of them. */
const [SEEDS, FIRST_SEED] = [Number(process.env.READINGS_SEEDS ?? 2), Number(process.env.READINGS_SEED ?? 1)];
const STEPS = 14;

const FIRST_DAY = startOfSeoulDate('2026-11-10');
const DAYS = 9;
const NOW = FIRST_DAY + DAYS * DAY_MS;
/** All that is told: the day of NOW, too. */
const ALL = { begin: FIRST_DAY, end: NOW + DAY_MS };
const types = ['TEMPERATURE', 'HUMIDITY'] as const;

const program = builtProgram('tests/support/store/store-program.ts');

/** A process with the store. `ask` answers undefined where it ends before. */
async function startProcess(place: string, key: string) {
  const child: ChildProcess = fork(await program, [place, key, String(NOW)]);
  onCleanup(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  const answer = async (): Promise<{ value?: unknown; error?: string } | undefined> => {
    const [said] = await Promise.race([once(child, 'message'), gone.then(() => [])]);
    if (said?.error) throw new Error(said.error);
    return said;
  };
  if (!(await answer())) throw new Error('the process ended at its start');
  return {
    /** `killAt`: it ends where it would say so many things to the database. */
    ask: (asked: Asked, killAt?: number) => {
      child.send({ asked, killAt });
      return answer();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** One life of a farm's readings; every choice follows from the seed. */
async function live(seed: number): Promise<{ kills: number; stored: number }> {
  const place = await placeOf(path.join(temporaryDir(), 'onsil.db'));
  const store = await openStore(place);
  const farmId = await aFarm(store);
  const { key, channels } = await aDevice(store, farmId, types);
  await store.close();
  const indexOf = (sensor: string) => channels.get(sensor) ?? 0;
  const model = new ReadingsModel(
    farmId,
    new Map(types.map((type) => [type.toLowerCase(), { type, channelId: indexOf(type.toLowerCase()) }])),
  );
  const next = seededRandom(seed);
  const upTo = (count: number) => Math.floor(next() * count);
  const done: string[] = [];
  let running = await startProcess(place, key);
  let cursor = 0;
  let days = model.days(ALL);
  let clock = FIRST_DAY;
  const sent: Sent[] = [];
  const lifted: [string, Span][] = [];
  const totals = { kills: 0, stored: 0 };

  const restart = async () => {
    await running.kill();
    totals.kills += 1;
    running = await startProcess(place, key);
  };

  /** Kills the process afterwards, or while it works; then it is asked again, as a gateway or a phone would. */
  const ask = async (asked: Asked) => {
    const fate = upTo(6);
    const killAt = fate < 3 && fate > 0 ? 1 + upTo(upTo(2) ? 8 : 40) : undefined;
    done.push(`${JSON.stringify(asked).slice(0, 200)}${fate === 0 ? ', killed after' : ''}`);
    const answer = await running.ask(asked, killAt);
    if (fate === 0 || !answer) await restart();
    if (answer) return answer;
    done.push(`killed within, at ${killAt}`);
    await running.ask(asked);
    return undefined;
  };

  /** In order, late, or sent before; some of them twice in one batch, some not plausible. */
  const aBatch = (): Sent[] => {
    const old = model.dropped;
    const batch: Sent[] = [];
    for (let n = 1 + upTo(60); n > 0; n -= 1) {
      const kind = upTo(10);
      const again =
        kind === 0 ? old[upTo(old.length)] : kind === 1 ? [...sent, ...batch][upTo(sent.length)] : undefined;
      const isLate = kind === 2;
      if (!isLate) clock = Math.min(clock + upTo(90) * MINUTE_MS, NOW);
      const earliest = Math.max(model.keptFrom, FIRST_DAY);
      const at = isLate ? earliest + upTo((NOW - earliest) / 1_000) * 1_000 : Math.max(clock, earliest);
      const value = upTo(40) === 0 ? 500 : Math.round(next() * 4_000) / 100;
      batch.push(again ?? { sensor: upTo(3) ? 'temperature' : 'humidity', at, value });
    }
    return batch;
  };

  const storeSome = async () => {
    const readings = aBatch();
    const counts = model.store(readings);
    const answer = await ask({ does: 'store', readings });
    // What was asked again may have been stored the first time.
    if (answer) expect(answer.value).toMatchObject(counts);
    totals.stored += counts.stored;
    sent.push(...readings.filter(({ at }) => at >= model.keptFrom));
  };

  const act = async (step: number) => {
    const kind = step === 0 ? 0 : upTo(10);
    if (kind < 6) return storeSome();
    if (kind === 6) {
      const now = FIRST_DAY + upTo(DAYS + 3) * DAY_MS + HOUR_MS;
      return ask({ does: 'seal', now });
    }
    if (kind === 7) {
      const from = FIRST_DAY + upTo(DAYS * 24) * HOUR_MS;
      const span = {
        channelId: indexOf(upTo(2) ? 'temperature' : 'humidity'),
        from,
        to: from + (1 + upTo(60)) * HOUR_MS,
      };
      const name = `step ${step}`;
      model.exclude(name, span);
      lifted.push([name, span]);
      return ask({ does: 'exclude', name, span });
    }
    if (kind === 8) {
      const [name, span] = lifted.pop() ?? [];
      if (name === undefined || span === undefined) return storeSome();
      model.lift(name);
      return ask({ does: 'lift', name, span });
    }
    const before = FIRST_DAY + (1 + upTo(4)) * DAY_MS;
    const levels = upTo(2) ? (['raw'] as const) : (['raw', '10m'] as const);
    model.drop(before, levels);
    return ask({ does: 'drop', before, levels });
  };

  const check = async () => {
    const { value } = (await running.ask({ does: 'tell', ...ALL, since: cursor })) ?? {};
    const { cursor: reached, changes, ...seen } = value as Told;
    const past = `seed ${seed}:\n${done.join('\n')}`;
    expect(seen, past).toEqual(model.tell(ALL));
    const before = days;
    days = model.days(ALL);
    const isTold = (channel: number, day: number) =>
      changes.some((one) => one.channel === channel && (one.days === null || one.days.includes(day)));
    const silent = [...new Set([...before.keys(), ...days.keys()])].filter((day) => {
      const [channel = 0, number = 0] = day.split(' ').map(Number);
      const isKept = (number + 1) * DAY_MS - 9 * HOUR_MS > model.keptFrom;
      return isKept && before.get(day) !== days.get(day) && !isTold(channel, number);
    });
    expect(silent, `changed and not told, ${past}`).toEqual([]);
    cursor = reached;
  };

  for (let step = 0; step < STEPS; step += 1) {
    await act(step);
    if (step % 4 === 3 || step === STEPS - 1) await check();
  }
  await running.kill();
  return totals;
}

it('readings, buckets and tiles are those of a list in memory, whatever comes, is left out, sealed, dropped or killed', async () => {
  const totals = { kills: 0, stored: 0 };
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const { kills, stored } = await live(seed);
    totals.kills += kills;
    totals.stored += stored;
  }
  // A life without kills or readings would show nothing.
  expect(Math.min(totals.kills, totals.stored)).toBeGreaterThan(SEEDS);
});
