/** Keeps the demonstration alive: every minute each farm goes one step on and its readings go in by the usual gate. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { Commanded } from './commanded.ts';
import { type DemoFarm, demoFarms } from './farms.ts';
import { type ChannelSeries, type FarmState, parseFarmState, STEP_MS, simulateFarm, startFarm } from './simulate.ts';

export type DemoReading = { code: string; at: number; value: number };

/** The settings of a farm, and the growth calendar they may follow. */
export type SetHeat = { settings: HeatSettings; calendar: HeatCalendar | null };

export type DemoDeps = {
  now(): number;
  loadState(farmCode: string): Promise<string | undefined>;
  saveState(farmCode: string, json: string): Promise<void>;
  /** What the grower has set; asked before every advance, so that a change is felt within a minute. */
  heat(farmCode: string): Promise<SetHeat>;
  /** What the server commands, of a farm that stands so; left out: nothing is ever commanded. */
  commanded?(farm: DemoFarm, state: FarmState): Promise<Commanded | undefined>;
  /** Readings in order of time, at most a few thousand at once. Resolves when they are stored; may get some twice. */
  send(farmCode: string, readings: DemoReading[]): Promise<void>;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Waits, or rejects when the signal is raised; left out: the real clock. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
};

/** After a stop the last day is caught up by the minute, the month before it every ten minutes, the rest stays a gap. */
const FINE_CATCH_UP_MS = DAY_MS;
const LONGEST_CATCH_UP_MS = 30 * DAY_MS;
/** A state older than this is not continued: the houses start afresh. */
const OLDEST_STATE_MS = 400 * DAY_MS;
/** What is simulated and sent in one go. */
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
 * Brings one farm up to now. The state is stored after its readings, so a crash in between sends some again and loses
 * none. A clock that was set back is waited out.
 */
export async function advanceFarm(deps: DemoDeps, farm: DemoFarm, signal?: AbortSignal): Promise<void> {
  const now = Math.floor(deps.now() / STEP_MS) * STEP_MS;
  let state = await stateToContinue(deps, farm, now);
  // The controller is there with the farm, also within the minute in which there is nothing to simulate yet.
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
      // The farm keeps its last stored state and catches up in the next minute; the others go on.
      deps.log.warn({ err, farm: farm.code }, 'demonstration farm missed a step');
    }
  }
}

/** Runs until stopped: catches up at once, then goes on with every minute of the clock. */
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
