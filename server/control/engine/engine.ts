import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { MAX_TERM_JUMP } from '#contract/control/controller/command.ts';
import type { LiveValues } from '#contract/monitor/live.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { dropLease, holdLease } from '../../db/lease.ts';
import type { Store } from '../../db/open.ts';
import type { RealSources } from '../../weather/places.ts';
import { createClockTrust } from './clock-trust.ts';
import type { ControllerEvents, Controllers } from './controllers.ts';
import { commandedFarms } from './equipment.ts';
import { createFarmEngine, type FarmEngine, type ReportedState, storeDecisions, TermLost } from './farm-engine.ts';
import { createWaiting, type Deciding, inGroups } from './in-groups.ts';
import { holdsTerm, takeTerm } from './memory-store.ts';
import { createSchedule } from './schedule.ts';

type EngineDeps = {
  store: Store;
  controllers: Controllers;
  /** Which weather services are real and not simulated. */
  real: RealSources;
  log: Pick<Logger, 'error' | 'info'>;
  now(): number;
  /** Monotonic clock, ms. */
  monotonic(): number;
  /** Identifies that clock where it outlives the process; undefined for one that starts with it. */
  clockId?: string | undefined;
  /** Called for an acknowledgement from another channel than the command's. */
  onStrayAck?(): void;
};

/** Decides for all farms; only one process does so at a time. */
export type Engine = {
  /** Decides for every farm that is due; called each second. */
  run(stopping?: AbortSignal): Promise<void>;
  /** Marks a changed farm as due for the next run. */
  wake(farmId: number): void;
  /** Decides for the farm at once, for example after an emergency stop. */
  decideNow(farmId: number): Promise<void>;
  /** Marks all farms as due for the next run, because any may have changed. */
  wakeAll(): void;
  events: ControllerEvents;
  /** Takes the newest readings of a farm: it is decided on at once when they bring frost. */
  readings(values: LiveValues): void;
  /** The last reported state of a channel. */
  reported(farmId: number, device: string, code: string): ReportedState | undefined;
  /** The interlock that limited an actuator in the last decision: the highest level (%) and its name. */
  interlock(farmId: number, channel: number): { most: number; by: string } | undefined;
  /** Whether wind was measured or forecast at the farm's last decision; undefined before the first. */
  isWindKnown(farmId: number): boolean | undefined;
  /** Whether a controller has taken the limits and guards that it was sent last; undefined before the first decision. */
  hasLimits(farmId: number, device: string): boolean | undefined;
  /** Whether the clock agrees with controllers of known time; otherwise nothing starts. */
  isClockTrusted(): boolean;
  /** How long the farm that has waited longest was not decided on, ms; 0 where another process decides. */
  undecidedMs(): number;
  /** Releases the lease, so that another process can decide. */
  stop(): Promise<void>;
};

const LEASE = 'control';
/** Another process takes over when the lease was not renewed for LEASE_MS. */
const LEASE_MS = 15 * SECOND_MS;
const RENEW_MS = 5 * SECOND_MS;

export function createEngine(deps: EngineDeps): Engine {
  const { store, log, now, onStrayAck = () => {} } = deps;
  const holder = randomUUID();
  const farms = createFarms();
  const schedule = createSchedule(deps.monotonic);
  let term: number | undefined;
  const lease = createLease(deps, holder);
  const seen = createTermsSeen();
  const clock = createClockTrust(deps);
  let running: Promise<void> = Promise.resolve();
  const waiting = createWaiting();
  const forget = () => {
    term = undefined;
    lease.forget();
    farms.clear();
    schedule.clear();
    waiting.release();
  };
  /** Renews the lease when due and sends heartbeats, also in a long run; false when another process has the lease. */
  const keepLease = async (): Promise<boolean> => {
    const kept = await lease.keep();
    if (kept === 'renewed' && term !== undefined) deps.controllers.beat(term, now());
    return kept !== 'lost';
  };
  const farmOf = (farmId: number, held: number) => {
    const touch = () => schedule.touch(farmId);
    const given = { ...deps, bootId: holder, term: held, touch, onStrayAck, isClockTrusted: clock.isTrusted };
    return farms.open(farmId, (reported) => createFarmEngine({ ...given, reported }, farmId));
  };
  const decideDue = async (stopping?: AbortSignal) => {
    if (!(await keepLease())) return forget();
    // Controllers that have seen a higher term refuse this one: the database was restored from an older backup.
    if (term !== undefined && seen.isAbove(term)) forget();
    term ??= await takeTerm(store, seen.highest());
    deps.controllers.beat(term, now());
    if (schedule.isListDue(now())) schedule.list(await commandedFarms(store), now());
    try {
      const under = { store, log, schedule, keepLease, farmOf };
      await inGroups(schedule.due(), waiting, decidingUnder(term, under), stopping);
    } catch (error) {
      if (!(error instanceof TermLost)) throw error;
      log.info({ term }, 'another process decides');
      forget();
    }
  };
  /** Runs one at a time, because each farm's memory comes from its previous decision. */
  const run = (stopping?: AbortSignal) => {
    const next = () => decideDue(stopping);
    running = running.then(next, next);
    return running;
  };
  /** The farm goes first in a run that is under way, so there is no need to wait for the whole run. */
  const decideFirst = (farmId: number) => Promise.race([waiting.add(farmId), run()]);
  const decideSoon = (farmId: number) => void decideFirst(farmId).catch(failing(farmId, log));

  return {
    run,
    wake: schedule.wake,
    wakeAll: schedule.clear,
    async decideNow(farmId) {
      schedule.wake(farmId);
      await decideFirst(farmId);
    },
    events: hearing({ farms, schedule, clock, now, decideSoon }, (of, at) => at > (term ?? 0) && seen.note(of, at)),
    readings({ farmIndex, values }) {
      if (farms.ready(farmIndex)?.isUrgent(values)) decideSoon(farmIndex);
    },
    isClockTrusted: clock.isTrusted,
    ...farms.found,
    undecidedMs: () => (term === undefined ? 0 : schedule.longestMs()),
    async stop() {
      // The caller of that run has logged its error.
      await running.catch(() => undefined);
      forget();
      await dropLease(store, { name: LEASE, holder });
    },
  };
}

function failing(farmId: number, log: EngineDeps['log']) {
  return (error: unknown) => log.error({ err: error, farmId }, 'a farm could not be decided on');
}

/** The lease by which one process decides: held without asking until it is due for renewal. */
function createLease({ store, now, monotonic }: Pick<EngineDeps, 'store' | 'now' | 'monotonic'>, holder: string) {
  let renewAt = Number.NEGATIVE_INFINITY;
  return {
    async keep(): Promise<'held' | 'renewed' | 'lost'> {
      if (monotonic() < renewAt) return 'held';
      if (!(await holdLease(store, { name: LEASE, holder, now: now(), lastsMs: LEASE_MS }))) return 'lost';
      renewAt = monotonic() + RENEW_MS;
      return 'renewed';
    },
    forget(): void {
      renewAt = Number.NEGATIVE_INFINITY;
    },
  };
}

type Under = Pick<EngineDeps, 'store' | 'log'> & {
  schedule: ReturnType<typeof createSchedule>;
  keepLease(): Promise<boolean>;
  farmOf(farmId: number, term: number): Promise<FarmEngine>;
};

/** The steps of a run under one term. */
function decidingUnder(term: number, { store, log, schedule, keepLease, farmOf }: Under): Deciding {
  const failed = (farmId: number, error: unknown) => {
    failing(farmId, log)(error);
    schedule.failed(farmId);
  };
  return {
    async begin() {
      // Nothing is sent under a term that has ended, not even limits.
      if (!(await keepLease()) || !(await holdsTerm(store, term))) throw new TermLost();
    },
    async decide(farmId) {
      schedule.begin(farmId);
      try {
        const decision = await (await farmOf(farmId, term)).decide();
        if (decision) return decision;
        schedule.done(farmId, undefined);
      } catch (error) {
        failed(farmId, error);
      }
      return undefined;
    },
    store: (decisions) => storeDecisions({ store, term }, decisions),
    done(farmId, decision) {
      try {
        schedule.done(farmId, decision.send());
      } catch (error) {
        failed(farmId, error);
      }
    },
    failed,
  };
}

type Hearing = {
  farms: ReturnType<typeof createFarms>;
  schedule: ReturnType<typeof createSchedule>;
  clock: ReturnType<typeof createClockTrust>;
  now(): number;
  decideSoon(farmId: number): void;
};

/**
 * Passes messages of controllers to the engine of their farm, and marks the farm as due. An answer that a person waits
 * for is stored at once, and not with the next run.
 */
function hearing(
  { farms, schedule, clock, now, decideSoon }: Hearing,
  noteTerm: (controller: string, term: number) => void,
): ControllerEvents {
  return {
    ack(farmId, device, code, ack) {
      schedule.touch(farmId);
      farms.tell(farmId, (farm) => {
        if (farm.ack(device, code, ack)) decideSoon(farmId);
      });
    },
    state(farmId, device, code, state) {
      farms.note(farmId, device, code, { state, receivedAt: now() });
      schedule.touch(farmId);
    },
    link(farmId, device, term) {
      noteTerm(`${farmId}/${device}`, term);
      // Also where nothing is commanded any more: a controller that was away then has to hear of it.
      schedule.visit(farmId);
    },
    clock: (farmId, device, at) => clock.note(`${farmId}/${device}`, at),
  };
}

/**
 * The highest term that controllers report. Each controller may raise it only once, so that none can exhaust the
 * numbers.
 */
function createTermsSeen() {
  const raisedBy = new Set<string>();
  let highest = 0;
  return {
    highest: () => highest,
    isAbove: (term: number) => highest > term && highest <= term + MAX_TERM_JUMP,
    note(controller: string, reported: number): void {
      if (reported <= highest || raisedBy.has(controller)) return;
      raisedBy.add(controller);
      highest = reported;
    },
  };
}

/** Acknowledgements kept for a farm without an engine. */
const MOST_EARLY = 200;

type Reported = (device: string, code: string) => ReportedState | undefined;

/** The engines of farms, each created with its first decision. */
function createFarms() {
  const ready = new Map<number, FarmEngine>();
  const early = new Map<number, ((farm: FarmEngine) => void)[]>();
  /** The last reported state of each channel, also on a process that does not control: its calls show it. */
  const states = new Map<number, Map<string, ReportedState>>();
  const reported = (farmId: number, device: string, code: string) => states.get(farmId)?.get(`${device}/${code}`);
  return {
    ready: (farmId: number) => ready.get(farmId),
    /** What the last decision of a farm found, and what its controllers have reported. */
    found: {
      reported,
      interlock: (farmId, channel) => ready.get(farmId)?.interlock(channel),
      isWindKnown: (farmId) => ready.get(farmId)?.isWindKnown(),
      hasLimits: (farmId, device) => ready.get(farmId)?.hasLimits(device),
    } satisfies Pick<Engine, 'reported' | 'interlock' | 'isWindKnown' | 'hasLimits'>,
    note(farmId: number, device: string, code: string, state: ReportedState): void {
      const known = states.get(farmId) ?? new Map<string, ReportedState>();
      states.set(farmId, known.set(`${device}/${code}`, state));
    },
    async open(farmId: number, create: (reported: Reported) => Promise<FarmEngine>): Promise<FarmEngine> {
      const known = ready.get(farmId);
      if (known) return known;
      const farm = await create((device, code) => reported(farmId, device, code));
      ready.set(farmId, farm);
      for (const tell of early.get(farmId) ?? []) tell(farm);
      early.delete(farmId);
      return farm;
    },
    tell(farmId: number, word: (farm: FarmEngine) => void): void {
      const farm = ready.get(farmId);
      if (farm) word(farm);
      else early.set(farmId, [...(early.get(farmId) ?? []), word].slice(-MOST_EARLY));
    },
    clear(): void {
      ready.clear();
    },
  };
}
