import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import type { weatherServiceNames } from '#contract/weather/weather-admin.ts';
import type { Queries } from '../../db/open.ts';
import type { Database } from '../../db/schema.ts';
import type { FailureKind, ProviderFailure } from './failure.ts';

/** The services that are called, each with its own keys and budgets. */
export type ProviderName = (typeof weatherServiceNames)[number];

/**
 * Calls per key and Seoul day. The portal gives a development account 10,000 calls per dataset, the API hub about
 * 20,000; Ambient Weather limits calls per second instead.
 */
export const dailyBudgets: { readonly [Name in ProviderName]: number } = {
  'kma-forecast': 10_000,
  'kma-hub': 20_000,
  'kma-asos': 10_000,
  ambient: 86_400,
};

/** The state of a service with one key. */
export type ProviderState = {
  /** Calls made today. */
  used: number;
  /** Failures since the last success. */
  failures: number;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastFailure: string | null;
  failureKind: FailureKind | null;
  /** The service is paused until this instant, epoch ms; null: not paused. */
  nextTryAt: number | null;
};

const fresh: ProviderState = {
  used: 0,
  failures: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  failureKind: null,
  nextTryAt: null,
};

/** The fingerprint of a key, which identifies it without revealing it. */
export function printOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

export type ProviderKey = { provider: ProviderName; key: string };

export async function findState({ db }: Queries, { provider, key }: ProviderKey, now: number): Promise<ProviderState> {
  const row = await db
    .selectFrom('provider_state')
    .selectAll()
    .where('provider', '=', provider)
    .where('key_print', '=', printOf(key))
    .executeTakeFirst();
  return row ? stateOf(row, now) : fresh;
}

/** A service's state with each key of the last days, failing ones first, at most `most`. */
export async function listStates(
  { db }: Queries,
  provider: ProviderName,
  { now, most }: { now: number; most: number },
): Promise<(ProviderState & { print: string })[]> {
  const rows = await db
    .selectFrom('provider_state')
    .selectAll()
    .where('provider', '=', provider)
    .where('day', '>=', seoulDate(now - SHOWN_DAYS * DAY_MS))
    .orderBy('failures', 'desc')
    .orderBy('key_print')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...stateOf(row, now), print: row.key_print }));
}

/** Days after which an unused key counts as replaced. */
const SHOWN_DAYS = 7;

function stateOf(row: Selectable<Database['provider_state']>, now: number): ProviderState {
  return {
    used: row.day === seoulDate(now) ? row.used : 0,
    failures: row.failures,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastFailure: row.last_failure,
    failureKind: row.failure_kind,
    nextTryAt: row.next_try_at,
  };
}

/** Counts a call before it is made, because the service counts it even when the server crashes. */
export async function countCall({ db }: Queries, { provider, key }: ProviderKey, now: number): Promise<void> {
  const day = seoulDate(now);
  await db
    .insertInto('provider_state')
    .values({ provider, key_print: printOf(key), day, used: 1, failures: 0 })
    .onConflict((c) =>
      c.columns(['provider', 'key_print']).doUpdateSet((eb) => ({
        day,
        used: eb
          .case()
          .when('provider_state.day', '=', day)
          .then(eb('provider_state.used', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .execute();
}

/** Records an answer and resets the failures; without data the last success stays as it was. */
export async function noteAnswer(
  store: Queries,
  asked: ProviderKey,
  { hasData, now }: { hasData: boolean; now: number },
): Promise<void> {
  const received = hasData ? { last_success_at: now } : {};
  await rowOf(store, asked)
    .set({ ...received, failures: 0, next_try_at: null })
    .execute();
}

/** Records a failure; returns the number of consecutive failures. */
export async function noteFailure(
  store: Queries,
  asked: ProviderKey,
  { kind, message, now }: Pick<ProviderFailure, 'kind' | 'message'> & { now: number },
): Promise<number> {
  const { failures } = await rowOf(store, asked)
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      last_failure_at: now,
      last_failure: message,
      failure_kind: kind,
    }))
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

/** Pauses the service until an instant; null: no pause. */
export async function pause(store: Queries, asked: ProviderKey, until: number | null): Promise<void> {
  await rowOf(store, asked).set({ next_try_at: until }).execute();
}

function rowOf({ db }: Queries, { provider, key }: ProviderKey) {
  return db.updateTable('provider_state').where('provider', '=', provider).where('key_print', '=', printOf(key));
}
