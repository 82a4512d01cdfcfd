import * as z from 'zod/mini';
import { laneOf } from './endpoint.ts';

/** No index of the server is as high, and every call takes one of 15 digits. */
const FIRST = 900_000_000_000_000;
const COUNT = 100_000_000_000_000;

/**
 * The index that a device gives to a farm or sensor that it creates, until the server gives the real one. Other writes
 * of the same user may name the thing by it: the server puts the real index in its place (server/http/real-index.ts).
 */
export const provisionalIndex = z.int().check(z.gte(FIRST), z.lt(FIRST + COUNT));

export const isProvisional = (index: unknown): index is number =>
  typeof index === 'number' && index >= FIRST && index < FIRST + COUNT;

/** The lane of a thing that is created under a provisional index; undefined without one. */
export const provisionalLane = (
  thing: string,
  { provisionalIndex: index }: { provisionalIndex?: number | undefined },
) => (index === undefined ? undefined : laneOf(thing, index));

/** A provisional index; `random` gives a number from 0 to 1. */
export const newProvisionalIndex = (random: () => number = Math.random) => FIRST + Math.floor(random() * COUNT);
