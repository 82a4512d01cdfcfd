import { type DeletedRow, type LeadFarmRow, RESTORE_DAYS } from '#contract/farm/farm-admin.ts';
import { DAY_MS } from '#contract/time/time.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { deletedSorts, leadFarmSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';

const ownerColumns = ['user.login as ownerLogin', 'user.name as ownerName'] as const;

function leadFarmsFrom({ db }: Queries) {
  return db
    .selectFrom('farm')
    .innerJoin('user', 'user.id', 'farm.owner_id')
    .select(['farm.farm_id as index', 'farm.name as farmName', 'farm.address', 'farm.is_lead_farm as isLeadFarm'])
    .select(ownerColumns)
    .where('farm.deleted_at', 'is', null);
}

type StoredLeadFarm = Omit<LeadFarmRow, 'owner' | 'isLeadFarm'> & {
  isLeadFarm: 0 | 1;
  ownerLogin: string;
  ownerName: string;
};

function leadFarmOf({ index, farmName, address, isLeadFarm, ownerLogin, ownerName }: StoredLeadFarm): LeadFarmRow {
  return { index, farmName, address, isLeadFarm: isLeadFarm === 1, owner: { userId: ownerLogin, name: ownerName } };
}

/** All farms; lead farms first by default. */
export async function pageOfLeadFarms(
  store: Queries,
  { sort = '-isLeadFarm', ...asked }: ListAsked<SortOf<(typeof leadFarmSorts)[number]>>,
): Promise<{ rows: LeadFarmRow[]; total: number }> {
  const { rows, total } = await onePage(
    leadFarmsFrom(store),
    { ...asked, sort },
    {
      searched: ['farm.name', 'farm.address', 'user.name', 'user.login'],
      sorted: { farmName: 'farm.name', address: 'farm.address', owner: 'user.name', isLeadFarm: 'farm.is_lead_farm' },
      otherwise: 'farm.farm_id',
    },
  );
  return { rows: rows.map(leadFarmOf), total };
}

export async function findLeadFarm(store: Queries, farmId: number): Promise<LeadFarmRow | undefined> {
  const row = await leadFarmsFrom(store).where('farm.farm_id', '=', farmId).executeTakeFirst();
  return row && leadFarmOf(row);
}

/** Deleted farms and crops as one table to search, sort and page; `since` is epoch ms. */
function deletedFrom({ db }: Queries, since = 0) {
  // A union matches columns by their position, so both must select in the same order.
  const farms = db
    .selectFrom('farm')
    .innerJoin('user', 'user.id', 'farm.owner_id')
    .select('farm.farm_id as farmIndex')
    .select(({ lit }) => lit(null).$castTo<string | null>().as('cropId'))
    .select(['farm.name as name', 'farm.name as farmName', ...ownerColumns, 'farm.deleted_at as deletedAt'])
    .select(({ lit }) => lit(1).$castTo<0 | 1>().as('isFarmDeleted'))
    .where('farm.deleted_at', '>=', since);
  const crops = db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .innerJoin('user', 'user.id', 'farm.owner_id')
    .leftJoin('item_code', 'item_code.code', 'crop.item_code')
    .select('crop.farm_id as farmIndex')
    .select(({ ref }) => ref('crop.crop_id').$castTo<string | null>().as('cropId'))
    .select((eb) => {
      const item = eb.fn.coalesce('item_code.name', 'crop.item_code');
      return eb.fn<string>('trim', [eb(eb(item, '||', ' '), '||', eb.ref('crop.variety'))]).as('name');
    })
    .select(['farm.name as farmName', ...ownerColumns, 'crop.deleted_at as deletedAt'])
    .select((eb) =>
      eb.case().when('farm.deleted_at', 'is', null).then(0).else(1).end().$castTo<0 | 1>().as('isFarmDeleted'),
    )
    .where('crop.deleted_at', '>=', since)
    .where((eb) => eb.or([eb('farm.deleted_at', 'is', null), eb('farm.deleted_at', '>=', since)]));
  return db.selectFrom(farms.unionAll(crops).as('gone')).selectAll('gone');
}

/** Deleted farms and crops that can still be restored, the last deleted first by default. */
export async function pageOfDeleted(
  store: Queries,
  { sort = '-deletedAt', ...asked }: ListAsked<SortOf<(typeof deletedSorts)[number]>>,
  now: number,
): Promise<{ rows: DeletedRow[]; total: number }> {
  const { rows, total } = await onePage(
    deletedFrom(store, now - RESTORE_DAYS * DAY_MS),
    { ...asked, sort },
    {
      searched: ['gone.name', 'gone.farmName', 'gone.ownerName', 'gone.ownerLogin'],
      sorted: { name: 'gone.name', farmName: 'gone.farmName', owner: 'gone.ownerName', deletedAt: 'gone.deletedAt' },
      otherwise: 'gone.farmIndex',
      isDescending: true,
    },
  );
  const deleters = await deletersOf(store, rows);
  return {
    total,
    rows: rows.map(({ ownerLogin, ownerName, deletedAt, isFarmDeleted, ...row }) => ({
      ...row,
      kind: row.cropId === null ? 'farm' : 'crop',
      owner: { userId: ownerLogin, name: ownerName },
      deletedBy: deleters.get(subjectOf(row)) ?? null,
      deletedAt: new Date(deletedAt ?? 0).toISOString(),
      restorableUntil: new Date((deletedAt ?? 0) + RESTORE_DAYS * DAY_MS).toISOString(),
      isFarmDeleted: isFarmDeleted === 1,
    })),
  };
}

type Gone = { farmIndex: number; cropId: string | null };

const subjectOf = ({ farmIndex, cropId }: Gone) => `${farmIndex} ${cropId ?? farmIndex}`;

/** Who deleted each of these last, according to the audit log. */
async function deletersOf({ db }: Queries, rows: readonly Gone[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const lines = await db
    .selectFrom('audit')
    .select(['farm_id as farmIndex', 'subject_id as subjectId', 'login'])
    .where('action', 'in', ['farm.delete', 'crop.delete'])
    .where('farm_id', 'in', [...new Set(rows.map(({ farmIndex }) => farmIndex))])
    .orderBy('audit_id')
    .execute();
  return new Map(lines.map(({ farmIndex, subjectId, login }) => [`${farmIndex} ${subjectId}`, login]));
}

/** One deleted farm (`cropId` null) or crop; undefined when it is not deleted or does not exist. */
export async function findDeleted(
  store: Queries,
  { farmIndex, cropId }: Gone,
): Promise<{ name: string; deletedAt: number; isFarmDeleted: boolean } | undefined> {
  const row = await deletedFrom(store)
    .where('gone.farmIndex', '=', farmIndex)
    .where('gone.cropId', cropId === null ? 'is' : '=', cropId)
    .executeTakeFirst();
  return row && { name: row.name, deletedAt: row.deletedAt ?? 0, isFarmDeleted: row.isFarmDeleted === 1 };
}
