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

/** At most this many tiles (channels times numbers) in one answer. */
export const MAX_TILES = 600;

/** `tile`: its number, as `tileAt` counts. */
const tile = z.object({ channel: z.number(), tile: z.number(), columns });

const tilesWanted = {
  /** Sensors and actuators of the farm, or what the station measures. */
  channels: indexList,
  level: z.enum(resolutions),
  tiles: tileList,
};

const tilesFound = z.object({
  /** Where the farm's change cursor stood before the tiles were read: later changes are told from here. */
  cursor: z.number(),
  tiles: z.array(tile),
});

const changesFound = z.object({
  /** Names the database: in another one cursors mean nothing and all tiles are to be asked for anew. */
  instance: z.string(),
  /** Up to which change this tells. */
  cursor: z.number(),
  /** Seoul days (counted from 1970-01-01) on which a channel changed since; none means all of them. */
  changed: z.array(z.object({ channel: z.number(), days: z.nullable(z.array(z.number())) })),
  /** From when on everything is kept at each level, epoch ms. */
  keptSince: z.record(z.enum(resolutions), z.number()),
});

export const monitorTiles = endpoint({
  method: 'GET',
  path: '/api/monitor/tiles',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex', orStation: true },
  page: '/cms/dashboard',
  query: z.object({
    farmIndex: indexParam,
    ...tilesWanted,
  }),
  answer: tilesFound,
  errors: ['RANGE_INVALID'],
  offline: 'online-only',
  about:
    'Tiles of a farm or a weather station, as contract/series/tile.ts cuts time; a tile without readings has no points.',
});

export const tileChanges = endpoint({
  method: 'GET',
  path: '/api/monitor/tiles/changes',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex', orStation: true },
  page: '/cms/dashboard',
  query: z.object({ farmIndex: indexParam, since: indexParam }),
  answer: changesFound,
  offline: 'online-only',
  about:
    'What has changed in the readings of a farm or a weather station since a cursor: late data, corrections, and the present.',
});

/**
 * A lead farm seen from an own one, as in a comparison: of the lead farm only channels are there of types that the own
 * farm has, too.
 */
const leadFarm = { farmIndex: indexParam, leadFarmIndex: indexParam };

export const leadTiles = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/tiles',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/lead-farm',
  query: z.object({ ...leadFarm, ...tilesWanted }),
  answer: tilesFound,
  errors: ['RANGE_INVALID'],
  offline: 'online-only',
  about: 'Tiles of a lead farm, of what can be compared with the own farm.',
});

export const leadTileChanges = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/tiles/changes',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/lead-farm',
  query: z.object({ ...leadFarm, since: indexParam }),
  answer: z.extend(changesFound, {
    /** What is told of: nobody tells what has happened to other channels of the lead farm. */
    channels: z.array(z.number()),
  }),
  offline: 'online-only',
  about: 'What has changed since a cursor in what of a lead farm can be compared with the own farm.',
});
