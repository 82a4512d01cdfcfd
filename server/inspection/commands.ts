import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import {
  type Comparison,
  type InspectionFields,
  type NewInspection,
  tidyChecks,
} from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { inspectionProblems } from '#contract/inspection/inspection-text.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { failField } from '../kernel/fail.ts';
import { peopleOf } from './queries.ts';

type InspectionId = { farmId: number; id: string };

/** Adds an inspection with its first step. Refuses a target of another farm. */
export async function addInspection(
  trx: Trx,
  { id, farmIndex: farmId, kind, deviceIndex, sensorIndex, evidence, ...fields }: NewInspection,
  by: Authorship,
): Promise<void> {
  if (deviceIndex !== null && sensorIndex !== null) failField('deviceIndex', inspectionProblems.bothTargets);
  if (deviceIndex !== null && (await farmOf({ db: trx }, 'device', deviceIndex)) !== farmId)
    failField('deviceIndex', inspectionProblems.target);
  if (sensorIndex !== null && (await farmOf({ db: trx }, 'sensor', sensorIndex)) !== farmId)
    failField('sensorIndex', inspectionProblems.target);
  await trx
    .insertInto('inspection')
    .values({
      farm_id: farmId,
      inspection_id: id,
      kind,
      device_id: deviceIndex,
      channel_id: sensorIndex,
      ...(await columnsOf(trx, farmId, kind, fields)),
      evidence: evidence && JSON.stringify(evidence),
      state: 'received',
      calibration: null,
      calibrated_by: null,
      calibrated_at: null,
      created_at: by.at,
      deleted_at: null,
    })
    .execute();
  await noteStep(trx, { farmId, id }, { from: null, to: 'received', reason: '' }, by);
}

/** Changes the editable fields of an inspection. */
export async function changeInspection(
  trx: Trx,
  { farmId, id }: InspectionId,
  kind: NewInspection['kind'],
  fields: InspectionFields,
  before: Pick<InspectionFields, 'assignee'>,
): Promise<void> {
  const columns = await columnsOf(trx, farmId, kind, fields, before);
  await trx
    .updateTable('inspection')
    .set(columns)
    .where('farm_id', '=', farmId)
    .where('inspection_id', '=', id)
    .execute();
}

/** Refuses checklist points of other kinds, and assignees without access to the farm; the current assignee may stay. */
async function columnsOf(
  trx: Trx,
  farmId: number,
  kind: NewInspection['kind'],
  { title, detail, dueOn, assignee, checks, note }: InspectionFields,
  before?: Pick<InspectionFields, 'assignee'>,
) {
  const points: readonly string[] = inspectionKinds[kind].points;
  const foreign = Object.keys(checks).find((point) => !points.includes(point));
  if (foreign !== undefined) failField(`checks.${foreign}`, inspectionProblems.point);
  const columns = { title, detail, due_on: dueOn, note, checks: JSON.stringify(tidyChecks(checks, kind)) };
  if (before && assignee === before.assignee) return columns;
  const person = (await peopleOf({ db: trx }, farmId)).find(({ userId }) => userId === assignee);
  if (assignee !== null && !person) failField('assignee', inspectionProblems.assignee);
  return { ...columns, assignee_id: person?.id ?? null };
}

type Step = { from: InspectionState | null; to: InspectionState; reason: string };

/** Changes the state of an inspection and records the step. */
export async function takeStep(trx: Trx, of: InspectionId, step: Step, by: Authorship): Promise<void> {
  await trx
    .updateTable('inspection')
    .set({ state: step.to })
    .where('farm_id', '=', of.farmId)
    .where('inspection_id', '=', of.id)
    .execute();
  await noteStep(trx, of, step, by);
}

async function noteStep(trx: Trx, { farmId, id }: InspectionId, step: Step, { userId, at }: Authorship): Promise<void> {
  const last = await trx
    .selectFrom('inspection_step')
    .select(({ fn }) => fn.max<number | null>('step').as('step'))
    .where('farm_id', '=', farmId)
    .where('inspection_id', '=', id)
    .executeTakeFirst();
  await trx
    .insertInto('inspection_step')
    .values({
      farm_id: farmId,
      inspection_id: id,
      step: (last?.step ?? 0) + 1,
      from_state: step.from,
      to_state: step.to,
      reason: step.reason,
      user_id: userId,
      at,
    })
    .execute();
}

/** Records the reference value that the sensor was compared with. */
export async function noteCalibration(
  trx: Trx,
  { farmId, id }: InspectionId,
  { sinceOn, correction, referenceValue, shownValue }: Comparison,
  { userId, at }: Authorship,
): Promise<void> {
  const calibration = JSON.stringify({ sinceOn, correction, referenceValue, shownValue });
  await trx
    .updateTable('inspection')
    .set({ calibration, calibrated_by: userId, calibrated_at: at })
    .where('farm_id', '=', farmId)
    .where('inspection_id', '=', id)
    .execute();
}

export async function markInspectionDeleted(trx: Trx, { farmId, id }: InspectionId, at: number): Promise<void> {
  await trx
    .updateTable('inspection')
    .set({ deleted_at: at })
    .where('farm_id', '=', farmId)
    .where('inspection_id', '=', id)
    .execute();
}
