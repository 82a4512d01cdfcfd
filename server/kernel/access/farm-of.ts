import type { FarmVia } from '#contract/wire/endpoint.ts';
import type { Queries } from '../../db/open.ts';
import { type ParameterOf, preparedQuery } from '../../db/prepared-query.ts';

const ofDevice = preparedQuery((db, param: ParameterOf<{ id: number }>) =>
  db
    .selectFrom('device')
    .select('farm_id as farmId')
    .where('device_id', '=', param('id'))
    .where('deleted_at', 'is', null),
);

const ofChannel = preparedQuery((db, param: ParameterOf<{ id: number }>) =>
  db
    .selectFrom('channel')
    .select('farm_id as farmId')
    .where('channel_id', '=', param('id'))
    .where('deleted_at', 'is', null),
);

const ofExclusion = preparedQuery((db, param: ParameterOf<{ id: number }>) =>
  db.selectFrom('exclusion').select('farm_id as farmId').where('exclusion_id', '=', param('id')),
);

const ofCrop = preparedQuery((db, param: ParameterOf<{ id: string }>) =>
  db.selectFrom('crop').select('farm_id as farmId').where('crop_id', '=', param('id')),
);

const ofObservation = preparedQuery((db, param: ParameterOf<{ id: string }>) =>
  db.selectFrom('observation').select('farm_id as farmId').where('observation_id', '=', param('id')),
);

const ofInspection = preparedQuery((db, param: ParameterOf<{ id: string }>) =>
  db.selectFrom('inspection').select('farm_id as farmId').where('inspection_id', '=', param('id')),
);

const ofCommand = preparedQuery((db, param: ParameterOf<{ id: string }>) =>
  db.selectFrom('command').select('farm_id as farmId').where('command_id', '=', param('id')),
);

const ofRule = preparedQuery((db, param: ParameterOf<{ id: string }>) =>
  db.selectFrom('rule').select('farm_id as farmId').where('rule_id', '=', param('id')),
);

const byIndex = { device: ofDevice, sensor: ofChannel, exclusion: ofExclusion };

const byUuid = { crop: ofCrop, observation: ofObservation, inspection: ofInspection, command: ofCommand, rule: ofRule };

const isByUuid = (via: FarmVia): via is keyof typeof byUuid => Object.hasOwn(byUuid, via);

/**
 * The farm that something belongs to, by its index or UUID; undefined when it does not exist. A deleted thing with a
 * UUID keeps its farm, because a crop can be restored and a UUID is never reused.
 */
export async function farmOf(store: Queries, via: FarmVia, id: number | string): Promise<number | undefined> {
  const rows = isByUuid(via)
    ? await byUuid[via](store, { id: String(id) })
    : await byIndex[via](store, { id: Number(id) });
  return rows[0]?.farmId;
}
