import type { FarmVia } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import { type Open, prepared } from '../db/prepared-query.ts';

const ofDevice = prepared((db, open: Open<{ id: number }>) =>
  db
    .selectFrom('device')
    .select('farm_id as farmId')
    .where('device_id', '=', open('id'))
    .where('deleted_at', 'is', null),
);

const ofChannel = prepared((db, open: Open<{ id: number }>) =>
  db
    .selectFrom('channel')
    .select('farm_id as farmId')
    .where('channel_id', '=', open('id'))
    .where('deleted_at', 'is', null),
);

const ofExclusion = prepared((db, open: Open<{ id: number }>) =>
  db.selectFrom('exclusion').select('farm_id as farmId').where('exclusion_id', '=', open('id')),
);

const ofCrop = prepared((db, open: Open<{ id: string }>) =>
  db.selectFrom('crop').select('farm_id as farmId').where('crop_id', '=', open('id')),
);

const byIndex = { device: ofDevice, sensor: ofChannel, exclusion: ofExclusion };

/**
 * The farm to which something belongs, by its index (a crop: by its UUID); undefined for what is not there. A crop keeps
 * its farm when it has been deleted: it can be brought back, and its UUID is taken.
 */
export async function farmOf(store: Queries, via: FarmVia, id: number | string): Promise<number | undefined> {
  const rows = via === 'crop' ? await ofCrop(store, { id: String(id) }) : await byIndex[via](store, { id: Number(id) });
  return rows[0]?.farmId;
}
