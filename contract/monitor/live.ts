import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/** `event: values` of the stream: the newest readings of one farm as [channel index, epoch ms, value, flagged]. */
export const liveValues = z.object({
  farmIndex: z.number(),
  values: z.array(z.tuple([z.number(), z.number(), z.number(), z.boolean()])),
});
export type LiveValues = z.infer<typeof liveValues>;

/** Interval of the comment line by which both ends detect a dead connection. */
export const LIVE_HEARTBEAT_MS = 20_000;

export const live = endpoint({
  method: 'GET',
  path: '/api/live',
  who: 'user',
  farm: 'none',
  page: 'any',
  media: 'text/event-stream',
  answer: liveValues,
  errors: ['TOO_MANY_REQUESTS'],
  offline: 'online-only',
  about: 'Streams server-sent events with the newest values of all farms that the caller may read.',
});
