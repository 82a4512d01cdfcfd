import { MAX_TREES, type ObservedTree } from '#contract/growing/growing-season.ts';
import type { Observation, ObservationFields } from '#contract/growing/observation.ts';
import { pests, quantityNames } from '#contract/growing/quantities.ts';
import { addSeoulDays, startOfSeoulDate } from '#contract/time/time.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { observationSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries, Store } from '../db/open.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';

export const figureColumns = [
  'observation.shoot_cm as shootCm',
  'observation.fruit_mm as fruitMm',
  'observation.brix',
  'observation.acidity_pct as acidityPct',
  'observation.leaf_spad as leafSpad',
  'observation.leaf_colour as leafColour',
] as const;

const columns = [
  ...figureColumns,
  'observation.observation_id as id',
  'observation.farm_id as farmIndex',
  'observation.crop_id as cropId',
  'observation.house',
  'observation.tree',
  'observation.season',
  'observation.observed_at as observedAt',
  'observation.pests',
  'observation.other_pest as otherPest',
  'observation.note',
  'observation.confirmed',
  'farm.name as farmName',
  'item_code.name as itemsName',
  'user.name as by',
] as const;

/** Observations that are not deleted, on crops and farms that are not deleted. */
function everyObservation({ db }: Queries) {
  return db
    .selectFrom('observation')
    .innerJoin('farm', 'farm.farm_id', 'observation.farm_id')
    .innerJoin('crop', (join) =>
      join.onRef('crop.farm_id', '=', 'observation.farm_id').onRef('crop.crop_id', '=', 'observation.crop_id'),
    )
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .leftJoin('user', 'user.id', 'observation.user_id')
    .where('observation.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .where('crop.deleted_at', 'is', null);
}

/** One observation; undefined when it does not exist or was deleted. */
export async function findObservation(store: Queries, id: string): Promise<Observation | undefined> {
  const row = await everyObservation(store)
    .select(columns)
    .where('observation.observation_id', '=', id)
    .executeTakeFirst();
  return row && toObservation(row);
}

const sortColumns = {
  observedAt: 'observation.observed_at',
  itemsName: 'item_code.name',
  house: 'observation.house',
  tree: 'observation.tree',
  fruitMm: 'observation.fruit_mm',
  brix: 'observation.brix',
  acidityPct: 'observation.acidity_pct',
  by: 'user.name',
} as const;

type Asked = ListAsked<SortOf<(typeof observationSorts)[number]>> & {
  farmIndex?: number | undefined;
  cropId?: string | undefined;
  house?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A page of the observations on farms that the caller may see; an administrator sees all. */
export async function pageOfObservations(
  store: Store,
  caller: Caller,
  { sort = '-observedAt', ...asked }: Asked,
): Promise<{ rows: (Observation & { canWrite: boolean })[]; total: number }> {
  let query = everyObservation(store)
    .select([...columns, rightOf(caller).as('right')])
    .where(isReadable(caller));
  const { farmIndex, cropId, house, from, to } = asked;
  if (farmIndex !== undefined) query = query.where('observation.farm_id', '=', farmIndex);
  if (cropId !== undefined) query = query.where('observation.crop_id', '=', cropId);
  if (house !== undefined) query = query.where('observation.house', '=', house);
  if (from !== undefined) query = query.where('observation.observed_at', '>=', startOfSeoulDate(from));
  if (to !== undefined) query = query.where('observation.observed_at', '<', startOfSeoulDate(addSeoulDays(to, 1)));
  const { rows, total } = await onePage(
    query,
    { ...asked, sort },
    {
      searched: [
        ...['item_code.name', 'observation.house', 'observation.tree', 'observation.season'],
        ...['observation.note', 'observation.other_pest', 'farm.name', 'user.name'],
      ],
      sorted: sortColumns,
      otherwise: 'observation.observation_id',
      portions: store.portionsOf('observation'),
    },
  );
  return { rows: rows.map((row) => ({ ...toObservation(row), canWrite: row.right !== 'read' })), total };
}

/** The observed trees of a farm, newest first, with the last values of each. */
export async function listObservedTrees({ db }: Queries, farmId: number): Promise<ObservedTree[]> {
  const rows = await db
    .selectFrom('observation')
    .innerJoin('crop', (join) =>
      join.onRef('crop.farm_id', '=', 'observation.farm_id').onRef('crop.crop_id', '=', 'observation.crop_id'),
    )
    .select(figureColumns)
    .select(['observation.crop_id as cropId', 'observation.house', 'observation.tree'])
    .select(['observation.observed_at as observedAt'])
    .where('observation.farm_id', '=', farmId)
    .where('observation.deleted_at', 'is', null)
    .where('crop.deleted_at', 'is', null)
    .orderBy('observation.observed_at', 'desc')
    .orderBy('observation.observation_id')
    .limit(MAX_TREES * 10)
    .execute();
  const trees = new Map<string, ObservedTree>();
  for (const { cropId, house, tree, observedAt: at, ...figures } of rows) {
    const observedAt = new Date(at).toISOString();
    const key = JSON.stringify([cropId, house, tree]);
    const known = trees.get(key) ?? { cropId, house, tree, observedAt, ...unknown };
    for (const name of quantityNames) {
      const value = figures[name];
      if (value !== null) known[name] ??= { value, observedAt };
    }
    trees.set(key, known);
  }
  return [...trees.values()].slice(0, MAX_TREES);
}

const unknown = { shootCm: null, fruitMm: null, brix: null, acidityPct: null, leafSpad: null, leafColour: null };

/** The editable fields of an observation. */
export function fieldsOf({ id: _, farmName: __, itemsName: ___, by: ____, ...fields }: Observation): ObservationFields {
  return fields;
}

type Row = Omit<Observation, 'observedAt' | 'pests' | 'confirmed'> & {
  observedAt: number;
  pests: string;
  confirmed: string;
};

function toObservation(row: Row): Observation {
  const { id, farmIndex, cropId, house, tree, season, observedAt, otherPest, note, farmName, itemsName, by } = row;
  const { shootCm, fruitMm, brix, acidityPct, leafSpad, leafColour } = row;
  return {
    id,
    farmIndex,
    cropId,
    house,
    tree,
    season,
    observedAt: new Date(observedAt).toISOString(),
    shootCm,
    fruitMm,
    brix,
    acidityPct,
    leafSpad,
    leafColour,
    pests: namedIn(row.pests, pests),
    otherPest,
    note,
    confirmed: namedIn(row.confirmed, quantityNames),
    farmName,
    itemsName,
    by,
  };
}

/** The known names in a stored list. */
function namedIn<Name extends string>(stored: string, known: readonly Name[]): Name[] {
  const list: unknown = JSON.parse(stored);
  return known.filter((name) => Array.isArray(list) && list.includes(name));
}
