import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { calendarEdit, editedNames, ownTargets, resolvedPeriod } from './calendar-edit.ts';
import { calendarTemperature, calendarWater, dayOfYear } from './growth-calendar.ts';

const source = z.object({ id: z.string(), title: z.string(), url: z.string() });
export type CalendarSource = z.infer<typeof source>;

/** A calendar without its periods. */
const calendarFacts = z.object({
  /** The kind of house it is made for. */
  cultivation: z.string(),
  budBreak: dayOfYear,
  fullBloom: dayOfYear,
  /** Months of the harvest. */
  harvest: z.array(z.number()),
  /** The 36 thirds of months from January on. */
  periods: z.array(resolvedPeriod),
});

/** Sources of the figures of all calendars. */
const provenance = z.object({ about: z.string(), collectedOn: z.string(), sources: z.array(source) });

const itemParams = z.object({ itemCode: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)) });

const itemCalendar = z.extend(z.extend(provenance, calendarFacts.shape), {
  itemCode: z.string(),
  itemsName: z.string(),
});

export const growthCalendar = endpoint({
  method: 'GET',
  path: '/api/growth-calendar/{itemCode}',
  who: 'user',
  farm: 'none',
  page: 'any',
  params: itemParams,
  answer: itemCalendar,
  offline: 'reference',
  about:
    'Returns the growth calendar of an item in 36 periods, with the source of each value; 404 for an item without a calendar.',
});
export type ItemCalendar = z.infer<(typeof growthCalendar)['answer']>;

const cropCalendar = z.object({
  cropId: z.string(),
  itemCode: z.string(),
  itemsName: z.string(),
  variety: z.string(),
  /** House or field, as the grower calls it; '' when not entered. */
  house: z.string(),
  /** Noted bud break, yyyy-MM-dd; null when not entered. */
  budBreakOn: z.nullable(z.string()),
  /** Heated from bud break on: nights are kept warmer until the end of fruit drop. */
  isHeated: z.boolean(),
  /** As it applies on this farm; null for a crop without a growth calendar. */
  calendar: z.nullable(calendarFacts),
});

export const farmCalendars = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/growth-calendar',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: 'any',
  params: z.object({ id: indexParam }),
  answer: z.extend(provenance, {
    /** Growing crops, oldest first. */
    crops: z.array(cropCalendar),
  }),
  offline: 'reference',
  about: 'Lists the crops that grow on a farm, each with the growth calendar that applies to it.',
});
export type FarmCalendars = z.infer<(typeof farmCalendars)['answer']>;

const periodIndex = z.pipe(indexParam, z.number().check(z.lte(35)));
const cropParams = z.object({ id: z.string().check(z.maxLength(40)) });

/** The reason for a change, which the history shows. */
const reason = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

export const updateGrowthCalendar = endpoint({
  method: 'PATCH',
  path: '/api/admin/growth-calendar/{itemCode}/{period}',
  who: 'administrator',
  farm: 'none',
  params: z.extend(itemParams, { period: periodIndex }),
  body: z.extend(editOf(calendarEdit), { reason }),
  answer: doneOf(itemCalendar),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'now-or-never',
  about: 'Changes a period of a growth calendar for all farms; null restores the built-in value.',
});

export const resetGrowthCalendar = endpoint({
  method: 'DELETE',
  path: '/api/admin/growth-calendar/{itemCode}',
  who: 'administrator',
  farm: 'none',
  params: itemParams,
  body: z.object({ reason }),
  answer: doneOf(itemCalendar),
  offline: 'now-or-never',
  about: 'Restores the built-in growth calendar of an item; the history keeps the changes.',
});

export const updateFarmCalendar = endpoint({
  method: 'PATCH',
  path: '/api/crops/{id}/growth-calendar/{period}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/farm/crop-edit',
  params: z.extend(cropParams, { period: periodIndex }),
  body: z.extend(editOf(ownTargets), { reason }),
  answer: doneOf(cropCalendar),
  errors: ['CHANGED_MEANWHILE'],
  // Heating may follow the calendar; what moves equipment is never sent late.
  offline: 'now-or-never',
  about: 'Sets the farm’s own targets for a period of a crop; null restores the value of the calendar.',
});

export const resetFarmCalendar = endpoint({
  method: 'DELETE',
  path: '/api/crops/{id}/growth-calendar',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/farm/crop-edit',
  params: cropParams,
  body: z.object({ reason }),
  answer: doneOf(cropCalendar),
  offline: 'now-or-never',
  about: 'Removes all own targets of a crop, so that its calendar applies again; the history keeps the changes.',
});

const value = z.nullable(z.union([calendarTemperature, calendarWater, z.string()]));

/** One changed value. */
const calendarChange = z.object({
  index: z.number(),
  changedAt: instant,
  /** Present name of the user; null when the user is gone. */
  by: z.nullable(z.string()),
  /** From 0, the first third of January. */
  period: z.number(),
  name: z.enum(editedNames),
  /** null: the value of the source below. */
  before: value,
  after: value,
  reason: z.string(),
});
export type CalendarChange = z.infer<typeof calendarChange>;

export const growthCalendarChanges = endpoint({
  method: 'GET',
  path: '/api/admin/growth-calendar/{itemCode}/changes',
  who: 'administrator',
  farm: 'none',
  params: itemParams,
  answer: z.array(calendarChange),
  offline: 'online-only',
  about: 'Lists the last 500 changes of a growth calendar with person, time and reason, newest first.',
});

export const farmCalendarChanges = endpoint({
  method: 'GET',
  path: '/api/crops/{id}/growth-calendar/changes',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: 'any',
  params: cropParams,
  answer: z.array(calendarChange),
  offline: 'live',
  about: 'Lists the last 500 changes of a crop’s own targets with person, time and reason, newest first.',
});
