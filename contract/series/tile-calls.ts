import * as z from 'zod/mini';
import { indexList } from '../monitor/monitor.ts';
import { resolutions } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { columns } from './tile-columns.ts';

/** Numbers of tiles, comma-separated. */
const tileList = z.pipe(
  z.string().check(z.regex(/^\d{1,7}(,\d{1,7}){0,59}$/)),
  z.transform((text: string) => text.split(',').map(Number)),
);

/**
 * The own farm beside which a lead farm's tiles are asked for. They are then given as in a comparison: `farmIndex` must
 * be a lead farm, and of it only channels are there of types that the own farm has, too.
 */
const beside = z.optional(indexParam);

/** At most this many tiles (channels times numbers) in one answer. */
export const MAX_TILES = 600;

const tile = z.object({ channel: z.number(), tile: z.number(), columns });

export const monitorTiles = endpoint({
  method: 'GET',
  path: '/api/monitor/tiles',
  who: 'farm:read',
  query: z.object({
    farmIndex: indexParam,
    beside,
    /** Sensors and actuators of the farm. */
    channels: indexList,
    level: z.enum(resolutions),
    tiles: tileList,
  }),
  answer: z.object({
    /** Where the farm's change cursor stood before the tiles were read: later changes are told from here. */
    cursor: z.number(),
    tiles: z.array(tile),
  }),
  errors: ['RANGE_INVALID'],
  offline: 'online-only',
  about: 'Tiles of a farm, as contract/series/tile.ts cuts time; a tile without readings has no points.',
});

export const tileChanges = endpoint({
  method: 'GET',
  path: '/api/monitor/tiles/changes',
  who: 'farm:read',
  query: z.object({ farmIndex: indexParam, beside, since: indexParam }),
  answer: z.object({
    /** Names the database: in another one cursors mean nothing and all tiles are to be asked for anew. */
    instance: z.string(),
    cursor: z.number(),
    /** Seoul days (counted from 1970-01-01) on which a channel changed since; none means all of them. */
    changed: z.array(z.object({ channel: z.number(), days: z.nullable(z.array(z.number())) })),
    /** With `beside`, what is told of: nobody tells what has happened to other channels of the lead farm. */
    channels: z.optional(z.array(z.number())),
  }),
  offline: 'online-only',
  about: 'What has changed in a farm’s readings since a cursor: late data, corrections, and the present.',
});
