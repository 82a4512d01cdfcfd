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

const ofObservation = prepared((db, open: Open<{ id: string }>) =>
  db.selectFrom('observation').select('farm_id as farmId').where('observation_id', '=', open('id')),
);

const ofInspection = prepared((db, open: Open<{ id: string }>) =>
  db.selectFrom('inspection').select('farm_id as farmId').where('inspection_id', '=', open('id')),
);

const ofCommand = prepared((db, open: Open<{ id: string }>) =>
  db.selectFrom('command').select('farm_id as farmId').where('command_id', '=', open('id')),
);

const ofRule = prepared((db, open: Open<{ id: string }>) =>
  db.selectFrom('rule').select('farm_id as farmId').where('rule_id', '=', open('id')),
);

const byIndex = { device: ofDevice, sensor: ofChannel, exclusion: ofExclusion };

const byUuid = { crop: ofCrop, observation: ofObservation, inspection: ofInspection, command: ofCommand, rule: ofRule };

/**
 * The farm that something belongs to, by its index or UUID; undefined when it does not exist. A deleted thing with a
 * UUID keeps its farm, because a crop can be restored and a UUID is never reused.
 */
export async function farmOf(store: Queries, via: FarmVia, id: number | string): Promise<number | undefined> {
  const rows =
    via === 'crop' || via === 'observation' || via === 'inspection' || via === 'command' || via === 'rule'
      ? await byUuid[via](store, { id: String(id) })
      : await byIndex[via](store, { id: Number(id) });
  return rows[0]?.farmId;
}
