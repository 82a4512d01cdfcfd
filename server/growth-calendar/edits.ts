import * as z from 'zod/mini';
import {
  type CalendarEdit,
  calendarEdit,
  type EditedName,
  editedNames,
} from '#contract/growth-calendar/calendar-edit.ts';
import type { CalendarChange } from '#contract/growth-calendar/growth-calendar-calls.ts';
import type { Queries } from '../db/open.ts';

/** Takes the place of a farm id for edits that apply to all farms; their subject is an item code. */
export const ALL_FARMS = 0;

/** What an edit applies to: a crop of a farm (the crop's id), or all farms (ALL_FARMS and an item code). */
export type Subject = { farmId: number; subjectId: string };

/** The newest changes that are listed; nobody reads older ones. */
const MAX_CHANGES = 500;

type PeriodEdits = Map<number, Partial<CalendarEdit>>;

/** The current edits of a farm's crops (or, for ALL_FARMS, of item codes): by subject, then by period. */
export async function findEdits({ db }: Queries, farmId: number): Promise<Map<string, PeriodEdits>> {
  const rows = await db
    .selectFrom('calendar_edit')
    .select(['subject_id as subjectId', 'period', 'name', 'value'])
    .where('farm_id', '=', farmId)
    .orderBy('calendar_edit_id')
    .execute();
  const found = new Map<string, PeriodEdits>();
  for (const { subjectId, period, name, value } of rows) {
    const periods = found.get(subjectId) ?? new Map();
    periods.set(period, { ...periods.get(period), ...stored(name, value) });
    found.set(subjectId, periods);
  }
  return found;
}

const storedEdit = z.partial(calendarEdit);

/** Parses a stored value. A value that only an earlier version accepted counts as not set. */
function stored(name: EditedName, value: string | null): Partial<CalendarEdit> {
  const read = storedEdit.safeParse({ [name]: value === null ? null : JSON.parse(value) });
  return read.success ? read.data : { [name]: null };
}

/** The changes of a subject with their authors, newest first. */
export async function listChanges({ db }: Queries, { farmId, subjectId }: Subject): Promise<CalendarChange[]> {
  const rows = await db
    .selectFrom('calendar_edit')
    .leftJoin('user', 'user.id', 'calendar_edit.user_id')
    .select(['calendar_edit_id as index', 'noted_at as notedAt', 'user.name as by', 'period', 'calendar_edit.name'])
    .select(['value', 'reason'])
    .where('farm_id', '=', farmId)
    .where('subject_id', '=', subjectId)
    .orderBy('calendar_edit_id')
    .execute();
  const now = new Map<string, CalendarChange['after']>();
  const changes = rows.map(({ index, notedAt, by, period, name, value, reason }): CalendarChange => {
    const before = now.get(`${period} ${name}`) ?? null;
    const after = stored(name, value)[name] ?? null;
    now.set(`${period} ${name}`, after);
    return { index, changedAt: notedAt, by, period, name, before, after, reason };
  });
  return changes.reverse().slice(0, MAX_CHANGES);
}

/** The values that are currently set, by period; used to reset them. */
export function namesSet(edits: PeriodEdits): { period: number; name: EditedName }[] {
  return [...edits].flatMap(([period, edit]) =>
    editedNames.filter((name) => edit[name] !== undefined && edit[name] !== null).map((name) => ({ period, name })),
  );
}
