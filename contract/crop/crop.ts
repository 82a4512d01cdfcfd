import * as z from 'zod/mini';
import { DAY_MS, isSeoulDate, startOfSeoulDate } from '../time/time.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { cropSorts } from '../wire/sorts.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { uuid } from '../wire/uuid.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { cropNoun, cropProblems } from './crop-text.ts';

/** How a crop is grown: heated, protected from frost only, sheltered from rain, in the open. */
export const cultivations = ['heated', 'unheated', 'sheltered', 'open'] as const;
/** Growing, resting, or taken out. */
export const cropStatuses = ['growing', 'resting', 'removed'] as const;

const day = z.nullable(z.string().check(z.refine(isSeoulDate, { error: cropProblems.day })));

/** Bud break of the present season is at most this many days ago. */
const MAX_BUD_BREAK_AGE_DAYS = 550;

/** Whether a day can be the bud break of the present season; growers may enter it a few days ahead. */
export function isOfSeason(date: string, now: number): boolean {
  const ago = now - startOfSeoulDate(date);
  return ago > -31 * DAY_MS && ago < MAX_BUD_BREAK_AGE_DAYS * DAY_MS;
}

const cropFields = z.object({
  farmIndex: z.number(),
  itemCode: z.string().check(z.minLength(1, { error: cropProblems.unknownItem }), z.maxLength(20)),
  /** The grower's own name of the variety. */
  variety: trimmedText(40),
  /** Which house or field it stands in. */
  house: trimmedText(40),
  /** m². */
  areaM2: z.nullable(
    z.number().check(z.gt(0, { error: cropProblems.area }), z.lte(1_000_000, { error: cropProblems.area })),
  ),
  treeCount: z.nullable(
    z
      .number()
      .check(
        z.gte(0, { error: cropProblems.manyTrees }),
        z.lte(100_000, { error: cropProblems.manyTrees }),
        z.multipleOf(1, { error: cropProblems.trees }),
      ),
  ),
  plantedOn: day,
  /** Bud break of this season, from which the growth calendar counts. */
  budBreakOn: day,
  cultivation: z.enum(cultivations),
  status: z.enum(cropStatuses),
});
export type CropFields = z.infer<typeof cropFields>;

/** The form at `now` (epoch ms): dates must be possible then; a date that the crop already had is accepted. */
export function cropFieldsAt(now: number, before?: Pick<CropFields, 'plantedOn' | 'budBreakOn'>) {
  const isPast = (date: string | null) => date === null || startOfSeoulDate(date) <= now;
  const isPresent = (date: string | null) => date === null || isOfSeason(date, now);
  return z.extend(cropFields, {
    plantedOn: day.check(
      z.refine((date) => date === before?.plantedOn || isPast(date), { error: cropProblems.planted }),
    ),
    budBreakOn: day.check(
      z.refine((date) => date === before?.budBreakOn || isPresent(date), { error: cropProblems.season }),
    ),
  });
}

const crop = z.extend(cropFields, {
  /** UUID. */
  id: z.string(),
  itemsName: z.string(),
  farmName: z.string(),
});
export type Crop = z.infer<typeof crop>;

const cropId = z.object({ id: uuid });

export const createCrop = endpoint({
  method: 'POST',
  path: '/api/crops',
  who: 'farm:write',
  farm: { from: 'body', name: 'farmIndex' },
  page: '/cms/farm/crop-create',
  body: z.extend(cropFields, {
    /** Given by a device that created the crop offline; otherwise the server makes one. */
    id: z.optional(uuid),
    variety: z._default(cropFields.shape.variety, ''),
    house: z._default(cropFields.shape.house, ''),
    areaM2: z._default(cropFields.shape.areaM2, null),
    treeCount: z._default(cropFields.shape.treeCount, null),
    plantedOn: z._default(day, null),
    budBreakOn: z._default(day, null),
    cultivation: z._default(cropFields.shape.cultivation, 'unheated'),
    status: z._default(cropFields.shape.status, 'growing'),
  }),
  answer: doneOf(crop),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: cropNoun,
    summary: ({ body }) => [body.house, body.variety],
    lane: ({ body }) => body.id && laneOf('crop', body.id),
    after: ({ body }) => [laneOf('farm', body.farmIndex)],
  },
  about: 'Creates a crop of a farm.',
});

export const getCrop = endpoint({
  method: 'GET',
  path: '/api/crops/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/farm/crop-edit',
  params: cropId,
  answer: crop,
  offline: 'reference',
  about: 'Returns a crop.',
});

export const updateCrop = endpoint({
  method: 'PUT',
  path: '/api/crops/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/farm/crop-edit',
  params: cropId,
  body: editOf(cropFields),
  answer: doneOf(crop),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: {
    noun: cropNoun,
    summary: ({ body }) => [body.house, body.variety],
    lane: ({ params }) => laneOf('crop', params.id),
  },
  about: 'Changes a crop. Fails if a field of the edit has changed since the edit began.',
});

export const deleteCrop = endpoint({
  method: 'DELETE',
  path: '/api/crops/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/farm/crop-manage',
  params: cropId,
  body: deletion,
  answer: doneOf(z.object({ id: z.string() })),
  errors: ['NAME_MISMATCH'],
  offline: 'online-only',
  about: 'Deletes a crop; an administrator can restore it for 30 days.',
});

export const farmCrops = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/crops',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: ['/cms/farm/crop-manage', '/cms/dashboard'],
  params: z.object({ id: indexParam }),
  answer: z.array(crop),
  offline: 'reference',
  about: 'Lists the crops of a farm, growing ones first.',
});

export const manageCrops = endpoint({
  method: 'GET',
  path: '/api/manage/crops',
  who: 'user',
  farm: 'none',
  page: '/cms/farm/crop-manage',
  query: z.extend(listQuery(cropSorts), { farmIndex: z.optional(indexParam) }),
  answer: pageOf(z.extend(crop, { canWrite: z.boolean() })),
  offline: 'live',
  about: 'Lists the crops of one farm or of all farms that the caller may read.',
});
