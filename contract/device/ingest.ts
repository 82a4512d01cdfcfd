import * as z from 'zod/mini';
import { DAY_MS } from '../time/time.ts';
import { endpoint } from '../wire/endpoint.ts';

/** A reading that is further ahead of the server's clock is refused: the clock of its device is wrong. */
export const FUTURE_TOLERANCE_MS = 5 * 60_000;

/** A reading before this instant comes from a device whose clock was never set. 2000-01-01T00:00Z. */
export const EARLIEST_READING_AT = Date.UTC(2000, 0, 1);

/** Largest number of readings in one call; a gateway with more has to split them. */
export const MAX_BATCH = 10_000;

/** Largest request body and MQTT payload: room for MAX_BATCH readings with long codes. */
export const MAX_MESSAGE_BYTES = 2_000_000;

/** How long a reading with an unknown code is kept for a sensor to be registered, ms from its arrival. */
export const UNKNOWN_MS = DAY_MS;

/**
 * UNKNOWN_SENSOR: no sensor of the device has this code; the reading is kept when the code could become a sensor's.
 * UNDATED: the reading has no time and may be old, since it waited at a broker or came with others of its sensor at
 * once. TOO_LARGE: the message was larger than MAX_MESSAGE_BYTES and was not parsed.
 */
export const refusals = [
  'MALFORMED',
  'UNKNOWN_SENSOR',
  'FUTURE',
  'TOO_OLD',
  'UNDATED',
  'NOT_A_NUMBER',
  'TOO_LARGE',
] as const;
export type Refusal = (typeof refusals)[number];

/** A reading that was not simply stored; `index` is its position in the batch. */
const readingProblem = z.object({
  index: z.number(),
  /** kept: held for UNKNOWN_MS, and stored once a sensor with its code is registered. */
  status: z.enum(['flagged', 'refused', 'kept']),
  reason: z.enum([...refusals, 'IMPLAUSIBLE']),
  message: z.string(),
});
export type ReadingProblem = z.infer<typeof readingProblem>;

const ingestAnswer = z.object({
  /** New readings in the database, flagged ones included, committed before this answer was sent. */
  stored: z.number(),
  /** Readings that were stored before; sending a batch again is harmless. */
  duplicate: z.number(),
  flagged: z.number(),
  /** Readings under an unknown code that were kept. */
  kept: z.number(),
  refused: z.number(),
  problems: z.array(readingProblem),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

export const ingest = endpoint({
  method: 'POST',
  path: '/api/ingest',
  who: 'device',
  farm: 'none',
  /**
   * Readings as the device sends them, `{ sensor, at, value }`: `sensor` is the code of the sensor on its device (or
   * its index), `at` an ISO instant or epoch ms, `value` in the unit of the sensor's type. Without `at` a reading
   * counts as measured on arrival, and is refused as UNDATED when it may be older. Each reading is checked by itself,
   * so a bad one does not lose its batch.
   */
  body: z.object({ readings: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
  answer: ingestAnswer,
  errors: ['DEVICE_KEY_INVALID', 'BODY_TOO_LARGE'],
  offline: 'now-or-never',
  about:
    'Stores readings of a device, which authenticates by its key as bearer token. The server answers after the commit.',
});
