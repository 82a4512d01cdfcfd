import type { Kysely } from 'kysely';
import { table } from '../table.ts';

/** Which of several processes does a job, and until when. */
type LeaseTable = { name: string; holder: string; until: number };

/** The state of a weather service per key; the key is named by its fingerprint. */
type ProviderStateTable = {
  provider: string;
  key_print: string;
  /** The Seoul day whose calls `used` counts. */
  day: string;
  used: number;
  failures: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_failure: string | null;
  failure_kind: 'no-data' | 'empty' | 'retry' | 'rate' | 'quota' | 'auth' | 'config' | 'bad-request' | null;
  next_try_at: number | null;
};

/** The raw answer of a service: deflated, in base64. */
type WeatherRawTable = { source: string; fetched_at: number; body: string };

export const tables = {
  lease: table<LeaseTable>('weather'),
  provider_state: table<ProviderStateTable>('weather'),
  weather_raw: table<WeatherRawTable>('weather'),
};

/** Adds what requests to weather services need: which process asks, calls used per key and day, and raw answers. */
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
