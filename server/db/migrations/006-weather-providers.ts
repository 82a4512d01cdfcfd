import type { Kysely } from 'kysely';

/** What asking weather services needs: who asks, how often each key was used today, and what came back as it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('provider_state')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('key_print', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_success_at', 'bigint')
    .addColumn('last_failure_at', 'bigint')
    .addColumn('last_failure', 'text')
    .addColumn('failure_kind', 'text')
    .addColumn('next_try_at', 'bigint')
    .addPrimaryKeyConstraint('provider_state_pk', ['provider', 'key_print'])
    .execute();

  await db.schema
    .createTable('weather_raw')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('weather_raw_pk', ['source', 'fetched_at'])
    .execute();
}
