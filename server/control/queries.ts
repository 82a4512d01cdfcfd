import * as z from 'zod/mini';
import type { Control, getCommand } from '#contract/control/control-calls.ts';
import { commandStates } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { inScreenOrder } from '../monitor/queries.ts';
import { builtInInterlocks } from './built-in-interlocks.ts';
import { latestByActuator, latestByRule } from './decisions.ts';
import { type EquipmentActuator, findEquipment } from './engine/equipment.ts';
import type { HeardState } from './engine/farm-engine.ts';
import { findHeld, type HeldNow } from './engine/held.ts';
import { findMemory } from './engine/memory-store.ts';

/** What is known of equipment besides what is stored. */
export type Reported = {
  /** Whether there is a way to a device of the farm. */
  isReachable(farmId: number, device: string): boolean;
  reported(farmId: number, device: string, code: string): HeardState | undefined;
};

/** A state that nobody has confirmed for so long is not shown as one, ms. */
const STATE_KNOWN_MS = 3 * MINUTE_MS;

const iso = (at: number) => new Date(at).toISOString();

/** What the equipment of a farm does now, and who holds it. */
export async function findControl(
  store: Queries,
  farmId: number,
  { heard, now }: { heard: Reported; now: number },
): Promise<Control> {
  const { actuators, sensors } = await findEquipment(store, farmId);
  const held = await findHeld(store, farmId);
  const memory = await findMemory(store, farmId);
  const byActuator = await latestByActuator(store, farmId);
  const commands = await newestCommands(store, farmId);
  const stop = held.stopAll;
  const stopEndsAt = stop ? stop.setAt + stop.forMin * MINUTE_MS : 0;
  const shown = inScreenOrder(actuators.map((one) => ({ ...one, index: one.channel })));
  return {
    at: iso(now),
    decidedAt: memory.at > 0 ? iso(memory.at) : null,
    isReachable: actuators.some(({ device }) => heard.isReachable(farmId, device)),
    actuators: shown.map((one) => ({
      channel: one.channel,
      type: one.type,
      name: one.name,
      areaName: one.areaName,
      settings: one.settings,
      ...stateOf(heard.reported(farmId, one.device, one.code), now),
      last: byActuator.get(one.channel) ?? null,
      command: commands.get(one.channel) ?? null,
      ...holdersOf(one, held, now),
    })),
    rules: [...(await latestByRule(store, farmId))].map(([id, last]) => {
      return { id, last, isSuspended: memory.rules[id]?.suspended != null };
    }),
    interlocks: builtInInterlocks(actuators, sensors).map(({ id, name, kind, subject, limitPct }) => {
      return { id, name, kind, subject: [...subject], limitPct };
    }),
    stopAll: stop && stopEndsAt > now ? { setAt: iso(stop.setAt), endsAt: iso(stopEndsAt), by: stop.by } : null,
  };
}

type Shown = Control['actuators'][number];

function stateOf(
  heard: HeardState | undefined,
  now: number,
): Pick<Shown, 'levelPct' | 'stateAt' | 'isMoving' | 'endsAt'> {
  if (!heard) return { levelPct: null, stateAt: null, isMoving: false, endsAt: null };
  const { state, receivedAt } = heard;
  const isKnown = now - receivedAt <= STATE_KNOWN_MS;
  return {
    levelPct: isKnown ? state.levelPct : null,
    stateAt: iso(receivedAt),
    isMoving: isKnown && state.isMoving,
    endsAt: isKnown && state.endsAt !== null ? iso(receivedAt + (state.endsAt - state.at)) : null,
  };
}

function holdersOf(
  { channel }: EquipmentActuator,
  { overrides, lockOuts, trips }: HeldNow,
  now: number,
): Pick<Shown, 'override' | 'lockOut' | 'trip'> {
  const hand = overrides.find((one) => one.channel === channel && one.endsAt > now);
  const lock = lockOuts.find((one) => one.channel === channel);
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
    lockOut: lock ? { reason: lock.reason, by: lock.by, at: iso(lock.at) } : null,
    trip: trip ? { by: trip.by, at: iso(trip.at) } : null,
  };
}

const state = z.enum(commandStates);

async function newestCommands(
  { db }: Queries,
  farmId: number,
): Promise<ReadonlyMap<number, NonNullable<Shown['command']>>> {
  const rows = await db
    .selectFrom('command')
    .select(['command_id as id', 'channel_id as channel', 'state', 'asked_at as askedAt', 'seq'])
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
    rows.map(({ id, channel, askedAt, ...row }) => {
      return [channel, { id, state: z.parse(state, row.state), at: iso(askedAt) }];
    }),
  );
}

const trail = z.object({
  trail: z.array(z.object({ state, at: z.number(), reason: z.nullable(z.string()) })),
});

/** A command with every step of its life; undefined where there is none. */
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
    trail: z.parse(trail, JSON.parse(row.life)).trail.map(({ at, ...step }) => ({ ...step, at: iso(at) })),
  };
}
