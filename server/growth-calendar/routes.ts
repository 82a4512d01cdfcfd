import type { Hono } from 'hono';
import {
  type CalendarEdit,
  noCalendarEdit,
  noOwnTargets,
  type OwnTargets,
  problemAmong,
  type ResolvedPeriod,
} from '#contract/growth-calendar/calendar-edit.ts';
import {
  farmCalendarChanges,
  farmCalendars,
  growthCalendar,
  growthCalendarChanges,
  resetFarmCalendar,
  resetGrowthCalendar,
  updateFarmCalendar,
  updateGrowthCalendar,
} from '#contract/growth-calendar/growth-calendar-calls.ts';
import { growthTargets } from '#contract/growth-calendar/growth-targets.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { addEdits, setPeriod } from './commands.ts';
import { ALL_FARMS, findEdits, listChanges, namesSet } from './edits.ts';
import { findFarmCalendars, findFarmCrop, findItemCalendar, listGrowthTargets } from './queries.ts';

type CalendarDeps = { store: Store; now(): number };

export function mountGrowthCalendar(app: Hono<Env>, guards: Guards, deps: CalendarDeps): void {
  const { store } = deps;
  route(app, guards, growthTargets, ({ params }) => listGrowthTargets(store, params.id));
  route(app, guards, farmCalendars, ({ params }) => findFarmCalendars(store, params.id));
  route(
    app,
    guards,
    growthCalendar,
    async ({ params }) => (await findItemCalendar(store, params.itemCode)) ?? fail('NOT_FOUND'),
  );
  route(app, guards, growthCalendarChanges, async ({ params }) => {
    if (!(await findItemCalendar(store, params.itemCode))) fail('NOT_FOUND');
    return listChanges(store, { farmId: ALL_FARMS, subjectId: params.itemCode });
  });
  route(app, guards, farmCalendarChanges, async ({ params }) => {
    const farmId = (await farmOf(store, 'crop', params.id)) ?? fail('NOT_FOUND');
    return listChanges(store, { farmId, subjectId: params.id });
  });
  mountCommon(app, deps);
  mountOwn(app, deps);
}

/** Mounts the administrator's edits, which apply to all farms. */
function mountCommon(app: Hono<Env>, deps: CalendarDeps): void {
  write(app, deps, updateGrowthCalendar, async ({ trx, store, params, body, caller, at, audit }) => {
    const { itemCode, period } = params;
    const { itemsName } = (await findItemCalendar(store, itemCode)) ?? fail('NOT_FOUND');
    const { reason, ...edit } = body;
    const standing = (await findEdits(store, ALL_FARMS)).get(itemCode)?.get(period);
    const before: CalendarEdit = { ...noCalendarEdit, ...standing };
    const after = applyEdit<CalendarEdit>(edit, before);
    const subject = { farmId: ALL_FARMS, subjectId: itemCode, period };
    await setPeriod(trx, subject, { before, after }, { reason, userId: caller.userId, at });
    const data = (await findItemCalendar(store, itemCode)) ?? fail('INTERNAL');
    refuseCrossed(data.periods[period]);
    await audit({ action: 'calendar.update', subjectId: itemCode, subjectName: itemsName, before, after });
    return { message: doneMessages.updated, data };
  });

  write(app, deps, resetGrowthCalendar, async ({ trx, store, params, body, caller, at, audit }) => {
    const { itemCode } = params;
    const { itemsName } = (await findItemCalendar(store, itemCode)) ?? fail('NOT_FOUND');
    const before = (await findEdits(store, ALL_FARMS)).get(itemCode) ?? new Map();
    const set = namesSet(before).map((one) => ({ ...one, value: null }));
    const noted = { reason: body.reason, userId: caller.userId, at };
    await addEdits(trx, { farmId: ALL_FARMS, subjectId: itemCode }, set, noted);
    const line = { subjectId: itemCode, subjectName: itemsName };
    await audit({ action: 'calendar.update', ...line, before: Object.fromEntries(before), after: {} });
    return { message: doneMessages.updated, data: (await findItemCalendar(store, itemCode)) ?? fail('INTERNAL') };
  });
}

/** Mounts a farm's edits for one of its crops. */
function mountOwn(app: Hono<Env>, deps: CalendarDeps): void {
  write(app, deps, updateFarmCalendar, async ({ trx, store, params, body, caller, at, audit }) => {
    const { id, period } = params;
    const farmId = (await farmOf(store, 'crop', id)) ?? fail('NOT_FOUND');
    const crop = (await findFarmCrop(store, farmId, id)) ?? fail('NOT_FOUND');
    if (!crop.calendar) fail('NOT_FOUND');
    const { reason, ...edit } = body;
    const before: OwnTargets = { ...noOwnTargets, ...(await findEdits(store, farmId)).get(id)?.get(period) };
    const after = applyEdit<OwnTargets>(edit, before);
    const noted = { reason, userId: caller.userId, at };
    await setPeriod(trx, { farmId, subjectId: id, period }, { before, after }, noted);
    const data = (await findFarmCrop(store, farmId, id)) ?? fail('INTERNAL');
    refuseCrossed(data.calendar?.periods[period]);
    await audit({ action: 'calendar.own', farmId, subjectId: id, subjectName: crop.itemsName, before, after });
    return { message: doneMessages.updated, data };
  });

  write(app, deps, resetFarmCalendar, async ({ trx, store, params, body, caller, at, audit }) => {
    const farmId = (await farmOf(store, 'crop', params.id)) ?? fail('NOT_FOUND');
    const crop = (await findFarmCrop(store, farmId, params.id)) ?? fail('NOT_FOUND');
    const before = (await findEdits(store, farmId)).get(params.id) ?? new Map();
    const set = namesSet(before).map((one) => ({ ...one, value: null }));
    await addEdits(trx, { farmId, subjectId: params.id }, set, { reason: body.reason, userId: caller.userId, at });
    const line = { farmId, subjectId: params.id, subjectName: crop.itemsName };
    await audit({ action: 'calendar.own', ...line, before: Object.fromEntries(before), after: {} });
    return { message: doneMessages.updated, data: (await findFarmCrop(store, farmId, params.id)) ?? fail('INTERNAL') };
  });
}

/** Refuses limits of a period that contradict each other, also with unedited values of the calendar. */
function refuseCrossed(period: ResolvedPeriod | undefined): void {
  const problem = period && problemAmong(period);
  if (problem) failField(problem.field, problem.message);
}
