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

/** Most tiles (channels times numbers) in one answer. */
export const MAX_TILES = 600;

/** `tile` is the number that `tileAt` returns. */
const tile = z.object({ channel: z.number(), tile: z.number(), columns });

const tilesWanted = {
  /** Sensors and actuators of the farm, or series of the station. */
  channels: indexList,
  level: z.enum(resolutions),
  tiles: tileList,
};

const tilesFound = z.object({
  /** The farm's change cursor before the tiles were read; ask for later changes from here. */
  cursor: z.number(),
  tiles: z.array(tile),
});

const changesFound = z.object({
  /** Identifies the database. After a change of it cursors are invalid, and all tiles have to be fetched again. */
  instance: z.string(),
  /** The change up to which this answer is complete. */
  cursor: z.number(),
  /** Seoul days (counted from 1970-01-01) on which a channel changed since; null means all days. */
  changed: z.array(z.object({ channel: z.number(), days: z.nullable(z.array(z.number())) })),
  /** Since when each level is stored completely, epoch ms. */
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
    'Returns tiles of readings of a farm or a weather station. A tile covers a fixed span of Seoul days; one without readings has no points.',
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
  about: 'Lists the days of each channel whose readings have changed since a cursor, for a farm or a weather station.',
});

/** A lead farm as compared with an own farm: only its channels of types that the own farm has, too. */
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
  about: 'Returns tiles of the channels of a lead farm that can be compared with the caller’s farm.',
});

export const leadTileChanges = endpoint({
  method: 'GET',
  path: '/api/monitor/lead-farm/tiles/changes',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/lead-farm',
  query: z.object({ ...leadFarm, since: indexParam }),
  answer: z.extend(changesFound, {
    /** The channels that the answer covers; changes of the lead farm's other channels are not revealed. */
    channels: z.array(z.number()),
  }),
  offline: 'online-only',
  about: 'Lists the days of each comparable channel of a lead farm whose readings have changed since a cursor.',
});
