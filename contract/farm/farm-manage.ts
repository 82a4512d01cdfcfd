import * as z from 'zod/mini';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { provisionalIndex, provisionalLane } from '../wire/provisional-index.ts';
import { farmSorts } from '../wire/sorts.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { farmFacts } from './farm.ts';
import { farmNoun, farmProblems } from './farm-text.ts';

/** Degrees within the range, or null when unknown. */
const between = ([least, most]: readonly [number, number], error: string) =>
  z.nullable(z.number().check(z.gte(least, { error }), z.lte(most, { error })));

/** Range of coordinates of South Korea, degrees (WGS 84). */
const korea = { latitude: [33, 39], longitude: [124, 132] } as const;

/** Whether latitude and longitude were entered in each other's field: swapped they lie in South Korea. */
export function isSwapped(latitude: number | null, longitude: number | null): boolean {
  const lies = (value: number | null, [least, most]: readonly [number, number]) =>
    value !== null && value >= least && value <= most;
  return lies(latitude, korea.longitude) && lies(longitude, korea.latitude);
}

/** A co-user and their right. */
const farmMember = z.object({
  /** Sign-in id; for a person being added, their phone number is accepted, too. */
  userId: trimmedText(64).check(z.minLength(1)),
  right: z.enum(['write', 'read']),
});

/**
 * Fields of a farm that its owner edits. Coordinates are in degrees (WGS 84) and must lie in South Korea, because a
 * swapped pair is the common mistake. Area in m², at most 100 ha.
 */
const farmFields = z.object({
  farmName: trimmedText(60).check(z.minLength(1)),
  address: trimmedText(200),
  latitude: between(korea.latitude, farmProblems.latitude),
  longitude: between(korea.longitude, farmProblems.longitude),
  areaM2: z.nullable(
    z.number().check(z.gt(0, { error: farmProblems.area }), z.lte(1_000_000, { error: farmProblems.area })),
  ),
  coUsers: z.array(farmMember).check(z.maxLength(50)),
});
export type FarmFields = z.infer<typeof farmFields>;

/** A farm has both coordinates or none. */
const hasWholePosition = z.refine<Pick<FarmFields, 'latitude' | 'longitude'>>(
  ({ latitude, longitude }) => (latitude === null) === (longitude === null),
  { path: ['longitude'], error: farmProblems.halfPosition },
);

/** The fields of a farm, checked as the server stores them. */
export const storedFarmFields = farmFields.check(hasWholePosition);

/** The weather stations of a farm. The API keys are never sent, only whether there are any. */
export const weatherInfo = z.object({
  /** Number of a public station in stations.ts. */
  publicStationId: z.nullable(z.string()),
  /** The station on the Ambient Weather account: '00:0E:C6:20:0F:7B'; null: the first one. */
  ambientMac: z.nullable(z.string()),
  hasAmbientKeys: z.boolean(),
});
export type WeatherInfo = z.infer<typeof weatherInfo>;

/** A person as others see them: sign-in id and name. */
const person = z.object({ userId: z.string(), name: z.string() });
export type Person = z.infer<typeof person>;

/** A farm as a row of the farm page. */
const farmRow = z.extend(farmFacts, { owner: person });
export type FarmRow = z.infer<typeof farmRow>;

/** A farm with what its edit page needs. */
export const farmDetail = z.extend(farmRow, {
  coUsers: z.array(z.extend(farmMember, { name: z.string() })),
  weather: weatherInfo,
});
export type FarmDetail = z.infer<typeof farmDetail>;

const farmId = z.object({ id: indexParam });

export const getFarm = endpoint({
  method: 'GET',
  path: '/api/farms/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: farmId,
  answer: farmDetail,
  offline: 'reference',
  about: 'Returns a farm with its owner and co-users.',
});

export const manageFarms = endpoint({
  method: 'GET',
  path: '/api/manage/farms',
  who: 'user',
  farm: 'none',
  page: '/cms/farm/farm-manage',
  query: z.extend(listQuery(farmSorts), {
    /** Only farms that others share with the caller. */
    view: z.optional(z.literal('shared')),
  }),
  answer: pageOf(farmRow),
  offline: 'live',
  about: 'Lists the farms that the caller may read, for an administrator all farms; with search, sorting and paging.',
});

export const createFarm = endpoint({
  method: 'POST',
  path: '/api/farms',
  who: 'user',
  farm: 'none',
  page: '/cms/farm/farm-create',
  body: z
    .extend(farmFields, {
      address: z._default(farmFields.shape.address, ''),
      latitude: z._default(farmFields.shape.latitude, null),
      longitude: z._default(farmFields.shape.longitude, null),
      areaM2: z._default(farmFields.shape.areaM2, null),
      coUsers: z._default(farmFields.shape.coUsers, []),
      provisionalIndex: z.optional(provisionalIndex),
    })
    .check(hasWholePosition),
  answer: doneOf(farmDetail),
  status: 201,
  errors: ['TOO_MANY_REQUESTS', 'ALREADY_EXISTS'],
  offline: 'outbox',
  // Access to a farm is only changed online, never by a delayed write.
  outbox: {
    noun: farmNoun,
    summary: ({ body }) => [body.farmName, body.address],
    lane: ({ body }) => provisionalLane('farm', body),
    mayWait: ({ body }) => body.coUsers.length === 0,
  },
  about: 'Creates a farm of the caller; only its name is required.',
});

export const updateFarm = endpoint({
  method: 'PUT',
  path: '/api/farms/{id}',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-edit',
  params: farmId,
  body: editOf(farmFields),
  answer: doneOf(farmDetail),
  errors: ['CHANGED_MEANWHILE', 'TOO_MANY_REQUESTS'],
  offline: 'outbox',
  outbox: {
    noun: farmNoun,
    summary: ({ body }) => [body.farmName, body.address],
    lane: ({ params }) => laneOf('farm', params.id),
    mayWait: ({ body }) => JSON.stringify(body.coUsers) === JSON.stringify(body.base?.coUsers),
  },
  about: 'Changes a farm. Fails if a field of the edit has changed since the edit began.',
});

export const deleteFarm = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}',
  who: 'farm:own',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-manage',
  params: farmId,
  body: deletion,
  answer: doneOf(z.object({ index: z.number() })),
  errors: ['NAME_MISMATCH'],
  offline: 'online-only',
  about: 'Deletes a farm; an administrator can restore it for 30 days.',
});

export const knownCoUsers = endpoint({
  method: 'GET',
  path: '/api/farms/co-users',
  who: 'user',
  farm: 'none',
  page: '/cms/farm/farm-edit',
  answer: z.object({
    users: z.array(person),
    myId: z.object({ userId: z.string() }),
  }),
  offline: 'live',
  about: 'Lists the users with whom the caller shares a farm (for an administrator all users), and the caller.',
});

export const shareFarms = endpoint({
  method: 'GET',
  path: '/api/farms/share-farm',
  who: 'user',
  farm: 'none',
  page: '/cms/farm/farm-manage',
  answer: z.array(farmRow),
  offline: 'live',
  about: 'Lists the farms that others share with the caller.',
});

export const leaveFarm = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}/share',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/farm/farm-manage',
  params: farmId,
  answer: doneOf(z.object({ index: z.number() })),
  errors: ['BAD_REQUEST'],
  offline: 'online-only',
  about: 'Ends the caller’s membership of a farm that another user shares.',
});
