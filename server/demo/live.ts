/** Keeps the demonstration running: each minute every farm advances one step, and its readings pass the usual gate. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { Commanded } from './commanded.ts';
import { type DemoFarm, demoFarms } from './farms.ts';
import { type ChannelSeries, type FarmState, parseFarmState, STEP_MS, simulateFarm, startFarm } from './simulate.ts';

export type DemoReading = { code: string; at: number; value: number };

/** The heating settings of a farm, and the growth calendar that they may follow. */
export type SetHeat = { settings: HeatSettings; calendar: HeatCalendar | null };

export type DemoDeps = {
  now(): number;
  loadState(farmCode: string): Promise<string | undefined>;
  saveState(farmCode: string, json: string): Promise<void>;
  /** The grower's settings; read before every step, so that a change takes effect within a minute. */
  heat(farmCode: string): Promise<SetHeat>;
  /** What the server commands on a farm in this state; undefined: nothing. */
  commanded?(farm: DemoFarm, state: FarmState): Promise<Commanded | undefined>;
  /** Stores readings, sorted by time, a few thousand at most. Resolves when stored. After a crash some come twice. */
  send(farmCode: string, readings: DemoReading[]): Promise<void>;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Waits, or rejects when the signal is aborted; default: the real clock. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
};

/** After a stop, simulates the last day by the minute and the month before every ten minutes; the rest is a gap. */
const FINE_CATCH_UP_MS = DAY_MS;
const LONGEST_CATCH_UP_MS = 30 * DAY_MS;
/** An older state is not continued: the houses start again. */
const OLDEST_STATE_MS = 400 * DAY_MS;
/** The span that is simulated and sent at a time. */
const PORTION_MS = 4 * HOUR_MS;

function inOrder(series: readonly ChannelSeries[]): DemoReading[] {
  const readings: DemoReading[] = [];
  for (const { code, at, value } of series) {
    at.forEach((instant, i) => {
      readings.push({ code, at: instant, value: value[i] ?? Number.NaN });
    });
  }
  return readings.sort((a, b) => a.at - b.at);
}

async function stateToContinue(deps: DemoDeps, farm: DemoFarm, now: number): Promise<FarmState> {
  const json = await deps.loadState(farm.code);
  const stored = json === undefined ? undefined : parseFarmState(farm, json);
  if (stored && now - stored.at <= OLDEST_STATE_MS) return stored;
  deps.log.info({ farm: farm.code }, 'demonstration farm starts afresh');
  return startFarm(farm, now - STEP_MS, { silentFrom: stored?.silentFrom });
}

/**
 * Brings one farm up to now. The state is stored after its readings, so that a crash in between repeats some but loses
 * none. After the clock was set back, it waits until the time is reached again.
 */
export async function advanceFarm(deps: DemoDeps, farm: DemoFarm, signal?: AbortSignal): Promise<void> {
  const now = Math.floor(deps.now() / STEP_MS) * STEP_MS;
  let state = await stateToContinue(deps, farm, now);
  // Creates the controller, also when no new minute must be simulated yet.
  await deps.commanded?.(farm, state);
  while (state.at < now && !signal?.aborted) {
    const recordFrom = now - LONGEST_CATCH_UP_MS;
    const { settings: heat, calendar } = await deps.heat(farm.code);
    const to = Math.min(now, Math.max(state.at, recordFrom) + PORTION_MS);
    const commanded = await deps.commanded?.(farm, state);
    const span = { to, heat, calendar, recordFrom, fineFrom: now - FINE_CATCH_UP_MS };
    const run = simulateFarm(farm, state, { ...span, ...(commanded && { commanded }) });
    const readings = inOrder(run.series);
    if (readings.length > 0) await deps.send(farm.code, readings);
    await deps.saveState(farm.code, JSON.stringify(run.state));
    state = run.state;
  }
}

async function wholeMinute(deps: DemoDeps, farms: readonly DemoFarm[], signal: AbortSignal): Promise<void> {
  for (const farm of farms) {
    if (signal.aborted) return;
    try {
      await advanceFarm(deps, farm, signal);
    } catch (err) {
      // The farm keeps its last stored state and catches up in the next minute; the others continue.
      deps.log.warn({ err, farm: farm.code }, 'demonstration farm missed a step');
    }
  }
}

/** Runs until stopped: catches up at once, then advances each minute. */
export function startDemo(deps: DemoDeps, farms: readonly DemoFarm[] = demoFarms): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const wait = deps.wait ?? (async (ms, signal) => void (await sleep(ms, undefined, { signal })));
  const live = async () => {
    while (!stopping.signal.aborted) {
      await wholeMinute(deps, farms, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await wait(STEP_MS - (deps.now() % STEP_MS), stopping.signal);
      } catch (err) {
        if (!stopping.signal.aborted) throw err;
      }
    }
  };
  const ended = live();
  ended.catch((err) => deps.log.warn({ err }, 'demonstration stopped'));
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
