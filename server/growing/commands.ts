import { growingProblems } from '#contract/growing/growing-text.ts';
import { type ObservationFields, sensibleObservation, timeProblem } from '#contract/growing/observation.ts';
import { judgeFigure, pests, quantityNames } from '#contract/growing/quantities.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { Trx } from '../db/transaction.ts';
import { findFarmCrop } from '../growth-calendar/queries.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import { fail } from '../kernel/fail.ts';

/**
 * Normalises the fields for storage: sorts lists, keeps only the confirmations that are needed, and takes the growth
 * stage from the crop's calendar when none is given. Refuses invalid values and crops of another farm.
 */
export async function normaliseObservation(
  trx: Trx,
  given: ObservationFields,
  now: number,
  before?: ObservationFields,
): Promise<ObservationFields> {
  if (before && given.farmIndex !== before.farmIndex) fail('VALIDATION', { field: 'farmIndex' });
  const isTimeNew = given.observedAt !== before?.observedAt;
  const timeWrong = isTimeNew ? timeProblem(given.observedAt, now) : undefined;
  if (timeWrong) fail('VALIDATION', { field: 'observedAt', message: timeWrong });
  const checked = sensibleObservation.safeParse(given);
  if (!checked.success) {
    const [field = '', message] = Object.entries(problemsOf(checked.error))[0] ?? [];
    return fail('VALIDATION', { field, ...(message !== undefined && { message }) });
  }
  const fields = checked.data;
  const crop = await findFarmCrop({ db: trx }, fields.farmIndex, fields.cropId);
  if (!crop) return fail('VALIDATION', { field: 'cropId', message: growingProblems.crop });
  const at = parseInstant(fields.observedAt);
  const ofCalendar = () => (crop.calendar && periodAt(crop.calendar, crop.budBreakOn, at)?.season) ?? '';
  return {
    ...fields,
    observedAt: new Date(at).toISOString(),
    season: fields.season === '' ? ofCalendar() : fields.season,
    pests: pests.filter((pest) => fields.pests.includes(pest)),
    confirmed: quantityNames.filter(
      (name) => fields.confirmed.includes(name) && judgeFigure(name, fields[name]) === 'unusual',
    ),
  };
}

/** Stores a normalised observation under its id, with its author. */
export async function addObservation(
  trx: Trx,
  id: string,
  fields: ObservationFields,
  { userId, at }: Authorship,
): Promise<void> {
  await trx
    .insertInto('observation')
    .values({
      farm_id: fields.farmIndex,
      observation_id: id,
      user_id: userId,
      created_at: at,
      deleted_at: null,
      ...rowOf(fields),
    })
    .execute();
}

export async function changeObservation(trx: Trx, id: string, fields: ObservationFields): Promise<void> {
  await trx
    .updateTable('observation')
    .set(rowOf(fields))
    .where('farm_id', '=', fields.farmIndex)
    .where('observation_id', '=', id)
    .execute();
}

export async function markObservationDeleted(trx: Trx, farmId: number, id: string, at: number): Promise<void> {
  await trx
    .updateTable('observation')
    .set({ deleted_at: at })
    .where('farm_id', '=', farmId)
    .where('observation_id', '=', id)
    .execute();
}

function rowOf(fields: ObservationFields) {
  return {
    crop_id: fields.cropId,
    house: fields.house,
    tree: fields.tree,
    season: fields.season,
    observed_at: parseInstant(fields.observedAt),
    shoot_cm: fields.shootCm,
    fruit_mm: fields.fruitMm,
    brix: fields.brix,
    acidity_pct: fields.acidityPct,
    leaf_spad: fields.leafSpad,
    leaf_colour: fields.leafColour,
    pests: JSON.stringify(fields.pests),
    other_pest: fields.otherPest,
    note: fields.note,
    confirmed: JSON.stringify(fields.confirmed),
  };
}
