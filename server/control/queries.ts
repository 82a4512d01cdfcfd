import * as z from 'zod/mini';
import type { ActuatorFault, Control, getCommand } from '#contract/control/control-calls.ts';
import { commandStates } from '#contract/control/controller/command.ts';
import type { DecisionRow } from '#contract/control/decision.ts';
import { actuatorTypeNames } from '#contract/series/sensor-types.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { inScreenOrder } from '../monitor/queries.ts';
import { builtInInterlocks, type FarmInterlock } from './built-in-interlocks.ts';
import { STATE_KNOWN_MS } from './decide/actuator-memory.ts';
import { usedOn } from './decide/clock.ts';
import { isHandOver } from './decide/water.ts';
import type { Memory } from './decide/world.ts';
import { latestActs, latestByActuator, latestByRule } from './decisions.ts';
import type { Controllers } from './engine/controllers.ts';
import type { Engine } from './engine/engine.ts';
import { type Equipment, type EquipmentActuator, findEquipment } from './engine/equipment.ts';
import type { ReportedState } from './engine/farm-engine.ts';
import { findHeld, type HeldNow, locksAt } from './engine/held.ts';
import { findMemory } from './engine/memory-store.ts';
import { faultsIn } from './faults.ts';
import { nextWater } from './next-water.ts';
import { ruleNames } from './rules.ts';

/** Live information about equipment that is not stored. */
export type Reported = {
  /** Whether a device of the farm has a connected controller. */
  isReachable(farmId: number, device: string): boolean;
  reported(farmId: number, device: string, code: string): ReportedState | undefined;
  isWindKnown(farmId: number): boolean | undefined;
  /** The interlock that limited an actuator in the last decision. */
  interlock(farmId: number, channel: number): { most: number; by: string } | undefined;
  /** Whether a controller has taken its present limits and guards; undefined before the first decision. */
  hasLimits(farmId: number, device: string): boolean | undefined;
  isClockTrusted(): boolean;
};

export function reportedBy({ engine, controllers }: { engine: Engine; controllers: Controllers }): Reported {
  return {
    isReachable: (farmId, device) => controllers.of(farmId, device) !== undefined,
    reported: engine.reported,
    isWindKnown: engine.isWindKnown,
    interlock: engine.interlock,
    hasLimits: engine.hasLimits,
    isClockTrusted: engine.isClockTrusted,
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** The present state of a farm's equipment, and what controls it. */
export async function findControl(
  store: Queries,
  farmId: number,
  { reports, now }: { reports: Reported; now: number },
): Promise<Control> {
  const { actuators, sensors, own } = await findEquipment(store, farmId);
  const off = builtInInterlocks(actuators, sensors, own).filter(({ isOn }) => !isOn);
  const held = await findHeld(store, farmId);
  const memory = await findMemory(store, farmId);
  const byActuator = await latestByActuator(store, farmId);
  const acts = await latestActs(store, farmId);
  const commands = await newestCommands(store, farmId);
  const readings = await lastReadings(store, farmId);
  const names = await ruleNames(store, farmId);
  const water = await nextWater(store, farmId, now);
  const isOver = (hand: HeldNow['overrides'][number]) => isHandOver(hand, farmId, memory);
  const faultOf = faultsIn({ actuators, sensors });
  const stop = held.stopAll;
  const stopEndsAt = stop ? stop.setAt + stop.forMin * MINUTE_MS : 0;
  const shown = inScreenOrder(actuators.map((one) => ({ ...one, index: one.channel })));
  return {
    at: iso(now),
    decidedAt: memory.at > 0 ? iso(memory.at) : null,
    isReachable: actuators.some(({ device }) => reports.isReachable(farmId, device)),
    isWindUnknown: reports.isWindKnown(farmId) === false,
    actuators: shown.map((one) => {
      const reported = reports.reported(farmId, one.device, one.code);
      const state = stateOf(reported, readings.get(one.channel), now);
      return {
        channel: one.channel,
        type: one.type,
        name: one.name,
        areaName: one.areaName,
        settings: one.settings,
        isReachable: reports.isReachable(farmId, one.device),
        ...withCount(state, countedOf(memory, one.channel)),
        ...saidOf(reported, now, (said) => faultOf(one.device, said)),
        ...sinceOf(memory, one.channel, state),
        ranTodaySec: ranTodayOf(one, memory, now),
        limit: limitOf(reports.interlock(farmId, one.channel)),
        ...offOf(one.channel, off, own),
        ...lastOf(byActuator.get(one.channel), acts.get(one.channel), memory, names),
        next: nextOf(water.get(one.channel)),
        command: commands.get(one.channel) ?? null,
        ...holdersOf(one, held, now, isOver),
      };
    }),
    rules: [...(await latestByRule(store, farmId))].map(([id, last]) => {
      return { id, name: names.get(id) ?? '', last, isSuspended: memory.rules[id]?.suspended != null };
    }),
    stopAll: stop && stopEndsAt > now ? { setAt: iso(stop.setAt), endsAt: iso(stopEndsAt), by: stop.by } : null,
  };
}

type Shown = Control['actuators'][number];

/** Whether a report is young enough to tell how things stand. */
export function isHeardAt({ receivedAt }: ReportedState, now: number): boolean {
  return now - receivedAt <= STATE_KNOWN_MS;
}

type StateShown = Pick<Shown, 'levelPct' | 'lastPct' | 'stateAt' | 'isMoving' | 'endsAt' | 'givenLitres'>;

/** The state that the controller reports; without a fresh one, the newest reading of the channel. */
function stateOf(reports: ReportedState | undefined, reading: LastReading | undefined, now: number): StateShown {
  const isHeard = reports !== undefined && isHeardAt(reports, now);
  if (reports && (isHeard || !reading || reading.at < reports.receivedAt)) {
    const { state, receivedAt } = reports;
    return {
      levelPct: isHeard ? state.levelPct : null,
      lastPct: state.levelPct,
      stateAt: iso(receivedAt),
      isMoving: isHeard && state.isMoving,
      endsAt: isHeard && state.endsAt !== null ? iso(receivedAt + (state.endsAt - state.at)) : null,
      givenLitres:
        isHeard && state.levelPct > 0 && state.dosed?.run === state.run ? (state.dosed?.litres ?? null) : null,
    };
  }
  const atRest = { isMoving: false, endsAt: null, givenLitres: null };
  if (!reading) return { levelPct: null, lastPct: null, stateAt: null, ...atRest };
  const { at, value, intervalMs } = reading;
  const isFresh = now - at <= Math.max(STATE_KNOWN_MS, silentAfterMs(intervalMs));
  return { levelPct: isFresh ? value : null, lastPct: value, stateAt: iso(at), ...atRest };
}

/** What its controller says besides the level, while it is heard. */
function saidOf(
  reports: ReportedState | undefined,
  now: number,
  faultOf: (state: ReportedState['state']) => ActuatorFault | null,
): Pick<Shown, 'isEstimated' | 'source' | 'fault'> {
  if (!reports || !isHeardAt(reports, now)) return { isEstimated: false, source: null, fault: null };
  const { state } = reports;
  return { isEstimated: state.isEstimated, source: state.source, fault: faultOf(state) };
}

/** What a meter has counted of the water that a valve gives now, L, as of the last decision; null without a meter that counted all of it. */
function countedOf({ queue }: Memory, channel: number): number | null {
  const part = queue.flatMap(({ parts }) => parts).find((one) => one.valve === channel && one.state === 'flowing');
  return part?.isMetered && !part.isPartlyTimed ? part.givenLitres : null;
}

/** Of the controller's count of litres, which only starts in litres have, and the engine's the one that is further. */
function withCount(state: StateShown, countedL: number | null): StateShown {
  if (countedL === null || (state.levelPct ?? 0) === 0) return state;
  return { ...state, givenLitres: Math.max(state.givenLitres ?? 0, countedL) };
}

/** When it last turned on or off, from the memory of the engine; unknown until that has seen it do so. */
function sinceOf(
  memory: Memory,
  channel: number,
  { levelPct: nowPct }: StateShown,
): Pick<Shown, 'since' | 'isSinceSeen'> {
  // A memory of an earlier version does not say whether that was seen.
  const { since = null, isSinceSeen = false, levelPct = null } = memory.actuators[channel] ?? {};
  const hasTurned = nowPct !== null && levelPct !== null && nowPct > 0 !== levelPct > 0;
  const isKnown = since !== null && !hasTurned;
  return { since: isKnown ? iso(memory.at - (memory.steadyMs - since)) : null, isSinceSeen };
}

/** How long it was on today, s, as of the last decision; null where nothing is decided. */
function ranTodayOf({ channel, settings }: EquipmentActuator, memory: Memory, now: number): number | null {
  if (!settings.isCommanded) return null;
  return Math.round(usedOn(memory.actuators[channel]?.ranSec ?? {}, seoulDate(now)));
}

function limitOf(active: { most: number; by: string } | undefined): Shown['limit'] {
  return active ? { by: active.by, mostPct: active.most } : null;
}

/** The interlocks of an actuator that the owner has switched off. */
function offOf(channel: number, off: readonly FarmInterlock[], own: Equipment['own']): Pick<Shown, 'interlocksOff'> {
  const found = off.filter(({ subject }) => subject.includes(channel));
  const codes = [...new Map(found.map(({ code, name }) => [code, name]))];
  const interlocksOff = codes.flatMap(([code, name]) => {
    const set = own.find((one) => one.channel === channel && one.code === code);
    return set ? [{ name, reason: set.settings.reason, by: set.by, at: iso(set.at) }] : [];
  });
  return interlocksOff.length > 0 ? { interlocksOff } : {};
}

/** The newest log entry that applies: a block while the engine repeats it, else the last start or stop. */
function lastOf(
  line: DecisionRow | undefined,
  act: DecisionRow | undefined,
  { logged }: Memory,
  names: ReadonlyMap<string, string>,
): Pick<Shown, 'last' | 'ruleName'> {
  const last = (line && logged[`actuator:${line.actuator}`] !== undefined ? line : act) ?? null;
  return { last, ruleName: names.get(last?.rule ?? '') ?? null };
}

function nextOf(next: { at: number; ruleName: string; family: string } | undefined): Shown['next'] {
  return next ? { ...next, at: iso(next.at) } : null;
}

type LastReading = { at: number; value: number; intervalMs: number };

/** The newest reading of each channel of a farm. */
export async function lastReadings({ db }: Queries, farmId: number): Promise<ReadonlyMap<number, LastReading>> {
  const rows = await db
    .selectFrom('latest')
    .innerJoin('channel', (join) =>
      join.onRef('channel.farm_id', '=', 'latest.farm_id').onRef('channel.channel_id', '=', 'latest.channel_id'),
    )
    .select(['latest.channel_id as channel', 'latest.at', 'latest.value', 'channel.interval_ms as intervalMs'])
    .where('latest.farm_id', '=', farmId)
    .where('channel.type', 'in', actuatorTypeNames)
    .execute();
  return new Map(rows.map(({ channel, ...reading }) => [channel, reading]));
}

function holdersOf(
  { channel, type }: EquipmentActuator,
  held: HeldNow,
  now: number,
  isOver: (hand: HeldNow['overrides'][number]) => boolean,
): Pick<Shown, 'override' | 'lockOut' | 'trip'> {
  const { overrides, trips } = held;
  const set = overrides.find((one) => one.channel === channel && one.endsAt > now);
  // Rules may water again once it is given.
  const hand = set && type === 'WATER' && isOver(set) ? undefined : set;
  const lock = locksAt(held, now).find((one) => one.channel === channel);
  const trip = trips.find((one) => one.channel === channel);
  return {
    override: hand
      ? {
          levelPct: hand.levelPct,
          setAt: iso(hand.setAt),
          endsAt: iso(hand.endsAt),
          litres: hand.litres,
          by: hand.by,
        }
      : null,
    lockOut: lock
      ? { reason: lock.reason, by: lock.by, at: iso(lock.at), endsAt: lock.endsAt === null ? null : iso(lock.endsAt) }
      : null,
    trip: trip ? { by: trip.by, at: iso(trip.at) } : null,
  };
}

const state = z.enum(commandStates);
const proofOfLife = z.object({ proof: z.optional(z.string()) });
const isProved = (life: string) => z.parse(proofOfLife, JSON.parse(life)).proof === 'proved';

async function newestCommands(
  { db }: Queries,
  farmId: number,
): Promise<ReadonlyMap<number, NonNullable<Shown['command']>>> {
  const rows = await db
    .selectFrom('command')
    .select(['command_id as id', 'channel_id as channel', 'state', 'life', 'asked_at as askedAt', 'seq'])
    .where('farm_id', '=', farmId)
    .where(({ eb, selectFrom }) =>
      eb(
        'asked_at',
        '=',
        selectFrom('command as other')
          .select(({ fn }) => fn.max('other.asked_at').as('newest'))
          .whereRef('other.farm_id', '=', 'command.farm_id')
          .whereRef('other.channel_id', '=', 'command.channel_id'),
      ),
    )
    .orderBy('seq')
    .execute();
  return new Map(
    rows.map(({ id, channel, askedAt, life, ...row }) => {
      return [channel, { id, state: z.parse(state, row.state), at: iso(askedAt), isProved: isProved(life) }];
    }),
  );
}

const trail = z.object({
  trail: z.array(z.object({ state, at: z.number(), reason: z.nullable(z.string()) })),
});

/** A command with its history; undefined when it does not exist. */
export async function findCommand({ db }: Queries, id: string): Promise<AnswerOf<typeof getCommand> | undefined> {
  const row = await db.selectFrom('command').selectAll().where('command_id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    id,
    channel: row.channel_id,
    do: z.parse(z.enum(['on', 'position', 'off', 'stop']), row.action),
    levelPct: row.level_pct,
    maxRunSec: row.max_run_sec,
    rule: row.rule_id,
    state: z.parse(state, row.state),
    isProved: isProved(row.life),
    trail: z.parse(trail, JSON.parse(row.life)).trail.map(({ at, ...step }) => ({ ...step, at: iso(at) })),
  };
}
