import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { DAY_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';

const deflate = promisify(deflateRaw);

/** How long raw answers are kept, days: long enough to investigate a reading error. */
const KEEP_DAYS = 7;

/** Stores a raw answer. */
export async function keepRaw({ db }: Queries, source: string, fetchedAt: number, text: string): Promise<void> {
  const body = (await deflate(text)).toString('base64');
  await db
    .insertInto('weather_raw')
    .values({ source, fetched_at: fetchedAt, body })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function dropOldRaw({ db }: Queries, now: number): Promise<void> {
  await db
    .deleteFrom('weather_raw')
    .where('fetched_at', '<', now - KEEP_DAYS * DAY_MS)
    .execute();
}
