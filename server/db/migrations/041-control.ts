import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** Limits of an actuator. One without a row has the limits of its type and is not commanded. */
type ActuatorTable = { farm_id: number; channel_id: number; is_commanded: 0 | 1; settings: string };

/** A manual override, one per channel; it stays after its end until the next one. */
type OverrideTable = {
  farm_id: number;
  channel_id: number;
  override_id: string;
  level_pct: number;
  litres: number | null;
  set_by: number;
  set_at: number;
  ends_at: number;
};

type LockOutTable = { farm_id: number; channel_id: number; reason: string; set_by: number; set_at: number };

/** The last emergency stop; it lasts for `for_min` minutes. */
type StopAllTable = { farm_id: number; stop_id: string; set_by: number; set_at: number; for_min: number };

type TripTable = { farm_id: number; channel_id: number; by: string; at: number };

/** Rules that a person has reset, until the next decision has taken that into account. */
type ClearedRuleTable = { farm_id: number; rule_id: string };

/** A command with its current state. */
type CommandTable = {
  farm_id: number;
  command_id: string;
  channel_id: number;
  run_id: string;
  rule_id: string | null;
  action: string;
  level_pct: number;
  max_run_sec: number;
  litres: number | null;
  why: string;
  term: number;
  seq: number;
  asked_at: number;
  /** JSON: state, history and evidence. */
  life: string;
  state: string;
  is_over: 0 | 1;
};

/** The decision log: a line for each changed decision on a rule or an actuator. */
type DecisionTable = {
  farm_id: number;
  decision_id: number;
  at: number;
  rule_id: string | null;
  channel_id: number | null;
  layer: string;
  outcome: string;
  reason: string;
  /** JSON. */
  figures: string;
  by: string | null;
};

/** The engine's memory of a farm, as JSON, and the term in which it was written. */
type ControlMemoryTable = { farm_id: number; memory: string; term: number; at: number };

export const tables = {
  actuator: farmTable<ActuatorTable>('farms'),
  actuator_override: farmTable<OverrideTable>('farms'),
  lock_out: farmTable<LockOutTable>('farms'),
  stop_all: farmTable<StopAllTable>('farms'),
  trip: farmTable<TripTable>('farms'),
  cleared_rule: farmTable<ClearedRuleTable>('farms'),
  command: farmTable<CommandTable>('journal'),
  decision: farmTable<DecisionTable>('journal'),
  control_memory: farmTable<ControlMemoryTable>('journal'),
};

/** Adds the control of equipment: limits, overrides, stops, commands and decisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addHolders(db);
  await addJournal(db);
}

async function addHolders(db: Kysely<unknown>): Promise<void> {
  const ofChannel = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('farm_id', 'integer', (c) => c.notNull())
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${name}_pk`, ['farm_id', 'channel_id']);
  await ofChannel('actuator')
    .addColumn('is_commanded', 'integer', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .execute();
  await ofChannel('actuator_override')
    .addColumn('override_id', 'text', (c) => c.notNull())
    .addColumn('level_pct', 'double precision', (c) => c.notNull())
    .addColumn('litres', 'double precision')
    .addColumn('set_by', 'integer', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await ofChannel('lock_out')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('set_by', 'integer', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .execute();
  await ofChannel('trip')
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('stop_all')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('stop_id', 'text', (c) => c.notNull())
    .addColumn('set_by', 'integer', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addColumn('for_min', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('cleared_rule')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('rule_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('cleared_rule_pk', ['farm_id', 'rule_id'])
    .execute();
}

async function addJournal(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('command')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('command_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('rule_id', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('level_pct', 'double precision', (c) => c.notNull())
    .addColumn('max_run_sec', 'double precision', (c) => c.notNull())
    .addColumn('litres', 'double precision')
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('term', 'integer', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('life', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_over', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('command_pk', ['farm_id', 'command_id'])
    .execute();
  await db.schema.createIndex('command_by_id').on('command').column('command_id').execute();
  await db.schema
    .createIndex('command_of_channel')
    .on('command')
    .columns(['farm_id', 'channel_id', 'asked_at'])
    .execute();
  await db.schema.createIndex('command_open').on('command').columns(['farm_id', 'is_over']).execute();

  await db.schema
    .createTable('decision')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('decision_id', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('rule_id', 'text')
    .addColumn('channel_id', 'integer')
    .addColumn('layer', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addColumn('by', 'text')
    .addPrimaryKeyConstraint('decision_pk', ['farm_id', 'decision_id'])
    .execute();
  await db.schema
    .createIndex('decision_of_channel')
    .on('decision')
    .columns(['farm_id', 'channel_id', 'decision_id'])
    .execute();
  await db.schema
    .createIndex('decision_of_rule')
    .on('decision')
    .columns(['farm_id', 'rule_id', 'decision_id'])
    .execute();
  await db.schema.createIndex('decision_at').on('decision').column('at').execute();

  await db.schema
    .createTable('control_memory')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('memory', 'text', (c) => c.notNull())
    .addColumn('term', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
