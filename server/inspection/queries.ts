import { correctionOn } from '#contract/device/sensor.ts';
import {
  checks,
  comparison,
  evidence,
  type Inspection,
  type InspectionChoices,
  type InspectionStep,
} from '#contract/inspection/inspection.ts';
import {
  type InspectionState,
  type inspectionFilters,
  inspectionKindNames,
  inspectionStates,
} from '#contract/inspection/inspection-names.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import { byUrgency } from '#contract/inspection/inspection-steps.ts';
import { channelTypes, isChannelType } from '#contract/series/sensor-types.ts';
import { seoulDate } from '#contract/time/time.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { inspectionSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';
import { findSensor } from '../sensor/queries.ts';

/** Inspections that are not deleted, on farms that are not deleted. Names of deleted devices and sensors stay. */
function inspections({ db }: Queries) {
  return db
    .selectFrom('inspection')
    .innerJoin('farm', 'farm.farm_id', 'inspection.farm_id')
    .leftJoin('device', (join) =>
      join.onRef('device.farm_id', '=', 'inspection.farm_id').onRef('device.device_id', '=', 'inspection.device_id'),
    )
    .leftJoin('channel', (join) =>
      join
        .onRef('channel.farm_id', '=', 'inspection.farm_id')
        .onRef('channel.channel_id', '=', 'inspection.channel_id'),
    )
    .leftJoin('user', 'user.id', 'inspection.assignee_id')
    .where('inspection.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null);
}

const rowColumns = [
  'inspection.inspection_id as id',
  'inspection.farm_id as farmIndex',
  'farm.name as farmName',
  'inspection.kind',
  'inspection.device_id as deviceIndex',
  'inspection.channel_id as sensorIndex',
  'device.name as deviceName',
  'channel.name as channelName',
  'channel.area_name as areaName',
  'inspection.title',
  'inspection.state',
  'inspection.due_on as dueOn',
  'user.login as assignee',
  'user.name as assigneeName',
  'inspection.created_at as createdAt',
] as const;

const detailColumns = [
  'inspection.detail',
  'inspection.checks',
  'inspection.note',
  'inspection.evidence',
  'inspection.calibration',
  'inspection.calibrated_by as calibratedBy',
  'inspection.calibrated_at as calibratedAt',
] as const;

const sortColumns = {
  title: 'inspection.title',
  kind: 'inspection.kind',
  state: 'inspection.state',
  dueOn: 'inspection.due_on',
  assignee: 'user.name',
  farmName: 'farm.name',
  createdAt: 'inspection.created_at',
} as const;

type Asked = ListAsked<SortOf<(typeof inspectionSorts)[number]>> & {
  farmIndex?: number | undefined;
  deviceIndex?: number | undefined;
  state?: (typeof inspectionFilters)[number] | undefined;
  kind?: string | undefined;
};

/** A page of the inspections on farms that the caller may see, newest first by default. */
export async function pageOfInspections(
  store: Queries,
  caller: Caller,
  { farmIndex, deviceIndex, state, kind, ...asked }: Asked,
): Promise<{ rows: (InspectionRow & { canWrite: boolean })[]; total: number }> {
  let query = inspections(store)
    .select([...rowColumns, rightOf(caller).as('right')])
    .where(isReadable(caller));
  if (farmIndex !== undefined) query = query.where('inspection.farm_id', '=', farmIndex);
  if (deviceIndex !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('inspection.device_id', '=', deviceIndex), eb('channel.device_id', '=', deviceIndex)]),
    );
  }
  if (state === 'open') query = query.where('inspection.state', '!=', 'done');
  else if (state !== undefined) query = query.where('inspection.state', '=', state);
  if (kind !== undefined) query = query.where('inspection.kind', '=', kind);
  const searched = ['inspection.title', 'inspection.detail', 'inspection.note', 'device.name', 'farm.name'] as const;
  const { rows, total } = await onePage(
    query,
    { ...asked, sort: asked.sort ?? '-createdAt' },
    {
      searched: [...searched, 'channel.name', 'channel.area_name', 'user.name'],
      sorted: sortColumns,
      otherwise: 'inspection.inspection_id',
    },
  );
  return { rows: rows.map((row) => ({ ...rowOf(row), canWrite: row.right !== 'read' })), total };
}

/** The inspections of a farm that are not done, the most urgent first. */
export async function listOpen(store: Queries, farmId: number): Promise<InspectionRow[]> {
  const rows = await inspections(store)
    .select(rowColumns)
    .where('inspection.farm_id', '=', farmId)
    .where('inspection.state', '!=', 'done')
    .execute();
  return rows.map(rowOf).sort(byUrgency);
}

/** One inspection, with its sensor if the caller may see it; undefined for an unknown one. */
export async function findInspection(
  store: Queries,
  caller: Caller,
  id: string,
  now: number,
): Promise<Inspection | undefined> {
  const row = await inspections(store)
    .select([...rowColumns, ...detailColumns])
    .where('inspection.inspection_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const calibratedBy = await nameOf(store, row.calibratedBy);
  return {
    ...rowOf(row),
    detail: row.detail,
    note: row.note,
    checks: checks.parse(JSON.parse(row.checks)),
    evidence: row.evidence === null ? null : evidence.parse(JSON.parse(row.evidence)),
    steps: await stepsOf(store, row.farmIndex, id),
    calibration:
      row.calibration === null || row.calibratedAt === null
        ? null
        : { ...comparison.parse(JSON.parse(row.calibration)), by: calibratedBy, at: isoOf(row.calibratedAt) },
    sensor: row.sensorIndex === null ? null : await sensorOf(store, caller, row.sensorIndex, now),
  };
}

async function nameOf({ db }: Queries, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const row = await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst();
  return row?.name ?? null;
}

async function sensorOf(store: Queries, caller: Caller, index: number, now: number): Promise<Inspection['sensor']> {
  const found = await findSensor(store, caller, index);
  if (!found) return null;
  const { type, unit, value, readAt, calibrations } = found;
  return { type, unit, value, readAt, correction: correctionOn(calibrations, seoulDate(now)) };
}

async function stepsOf({ db }: Queries, farmId: number, id: string): Promise<InspectionStep[]> {
  const rows = await db
    .selectFrom('inspection_step')
    .leftJoin('user', 'user.id', 'inspection_step.user_id')
    .select(['from_state as from', 'to_state as to', 'user.name as by', 'at', 'reason'])
    .where('farm_id', '=', farmId)
    .where('inspection_id', '=', id)
    .orderBy('step')
    .execute();
  return rows.map(({ from, to, by, at, reason }) => ({
    from: from === null ? null : stateOf(from),
    to: stateOf(to),
    by,
    at: isoOf(at),
    reason,
  }));
}

/** What an inspection of a farm can be about, and who can be assigned. */
export async function findChoices({ db }: Queries, farmId: number): Promise<InspectionChoices> {
  const devices = await db
    .selectFrom('device')
    .select(['device_id as index', 'name'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .orderBy('device_id')
    .execute();
  const channels = await db
    .selectFrom('channel')
    .select(['channel_id as index', 'name', 'area_name as areaName', 'type'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .where('type', 'in', Object.keys(channelTypes))
    .orderBy('area_name')
    .orderBy('channel_id')
    .execute();
  const sensors = channels.flatMap(({ type, ...channel }) => (isChannelType(type) ? [{ ...channel, type }] : []));
  const people = await peopleOf({ db }, farmId);
  return { devices, sensors, people: people.map(({ userId, name }) => ({ userId, name })) };
}

/** The owner and the co-users of a farm, by login. */
export async function peopleOf(
  { db }: Queries,
  farmId: number,
): Promise<{ id: number; userId: string; name: string }[]> {
  const owners = db.selectFrom('farm').select('owner_id').where('farm_id', '=', farmId);
  const members = db.selectFrom('farm_member').select('user_id').where('farm_id', '=', farmId);
  return db
    .selectFrom('user')
    .select(['id', 'login as userId', 'name'])
    .where((eb) => eb.or([eb('id', 'in', owners), eb('id', 'in', members)]))
    .orderBy('login')
    .execute();
}

type Row = Omit<InspectionRow, 'kind' | 'state' | 'target' | 'createdAt'> & {
  kind: string;
  state: string;
  createdAt: number;
  deviceName: string | null;
  channelName: string | null;
  areaName: string | null;
};

function rowOf(row: Row): InspectionRow {
  const { id, farmIndex, farmName, deviceIndex, sensorIndex, title, dueOn, assignee, assigneeName } = row;
  return {
    id,
    farmIndex,
    farmName,
    kind: inspectionKindNames.find((known) => known === row.kind) ?? 'other',
    deviceIndex,
    sensorIndex,
    target: row.channelName === null ? row.deviceName : `${row.areaName} ${row.channelName}`,
    title,
    state: stateOf(row.state),
    dueOn,
    assignee,
    assigneeName,
    createdAt: isoOf(row.createdAt),
  };
}

const stateOf = (text: string): InspectionState => inspectionStates.find((known) => known === text) ?? 'received';

const isoOf = (at: number) => new Date(at).toISOString();
