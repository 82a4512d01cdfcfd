import * as z from 'zod/mini';
import { farmRight } from '../farm/farm.ts';
import { type Staleness, staleness } from '../series/staleness.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { deviceSorts } from '../wire/sorts.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { deviceProblems } from './device-text.ts';
import { refusals } from './ingest.ts';
import { channelCode, sensorRow } from './sensor.ts';

/** Their Korean stands in terms-device.ts. */
export const deviceKinds = ['controller', 'gateway', 'node', 'station', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));

/** What is written down about a device. */
export const deviceFields = z.object({
  name: text(60).check(z.minLength(1)),
  /** Stands in MQTT topics: farm/{farm index}/{code}/state. Unique on its farm. */
  code: text(40).check(
    // As it stands on the box, or as a phone begins a word: with a capital.
    z.toLowerCase(),
    z.minLength(1),
    z.refine((code) => /^[a-z0-9][a-z0-9_-]*$/.test(code), deviceProblems.deviceCode),
  ),
  kind: z.enum(deviceKinds),
  /** Where it hangs, in the grower's words. */
  place: text(60),
  note: text(500),
});
export type DeviceFields = z.infer<typeof deviceFields>;

/** A controller or gateway as a row of a list. */
const deviceRow = z.extend(deviceFields, {
  index: z.number(),
  farmIndex: z.number(),
  farmName: z.string(),
  right: farmRight,
  sensorCount: z.number(),
  actuatorCount: z.number(),
  /** When the server last stored something from it, ISO instant; null before the first time. */
  lastSeenAt: z.nullable(instantText),
  /**
   * When something last came from it within a day that was not taken as a reading of a sensor, ISO instant: refused, or
   * kept apart because no sensor has its code. Null where all was taken.
   */
  untakenAt: z._default(z.nullable(instantText), null),
  /** How often its fastest channel reports, ms; null without channels. */
  intervalMs: z.nullable(z.number()),
  /** False when its key has been revoked. */
  hasKey: z.boolean(),
});
export type DeviceRow = z.infer<typeof deviceRow>;

/** How stale a device is: by its fastest channel. Without channels it is never silent. */
export function deviceStaleness(
  { lastSeenAt, intervalMs }: Pick<DeviceRow, 'lastSeenAt' | 'intervalMs'>,
  now: number,
): Staleness {
  return staleness(lastSeenAt, intervalMs ?? Number.POSITIVE_INFINITY, now);
}

/** How a device is: what it sends and nobody takes goes before the age of what was taken. */
export function deviceState(
  device: Pick<DeviceRow, 'lastSeenAt' | 'intervalMs' | 'untakenAt'>,
  now: number,
): Staleness['reporting'] | 'untaken' {
  return device.untakenAt === null ? deviceStaleness(device, now).reporting : 'untaken';
}

/** A device as its edit page needs it. */
const deviceDetail = z.extend(deviceRow, {
  createdAt: instantText,
  /** Its sensors and actuators. */
  channels: z.array(sensorRow),
  /** The broker the server listens to; null when it listens to none. */
  mqtt: z.nullable(z.object({ host: z.string(), port: z.number(), isTls: z.boolean(), isAccountNeeded: z.boolean() })),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

/** What of a device can be edited. */
export function deviceFieldsOf({ name, code, kind, place, note }: DeviceFields): DeviceFields {
  return { name, code, kind, place, note };
}

/** The key is told once, in the first answer: null when the answer is given again. */
const withKey = doneOf(z.object({ device: deviceDetail, key: z.nullable(z.string()) }));

const deviceId = z.object({ id: indexParam });

export const manageDevices = endpoint({
  method: 'GET',
  path: '/api/manage/devices',
  who: 'user',
  farm: 'none',
  page: ['/cms/device/device-manage', '/cms/device/sensor-manage'],
  query: z.extend(listQuery(deviceSorts), {
    /** Of one farm; all that the caller sees when left out. */
    farmIndex: z.optional(indexParam),
  }),
  answer: pageOf(deviceRow),
  offline: 'live',
  about: 'The list of the device page: searched, sorted and paged.',
});

export const getDevice = endpoint({
  method: 'GET',
  path: '/api/devices/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: ['/cms/device/device-edit', '/cms/device/sensor-edit'],
  params: deviceId,
  answer: deviceDetail,
  offline: 'live',
  about: 'One device with its channels. Never its key.',
});

export const createDevice = endpoint({
  method: 'POST',
  path: '/api/devices',
  who: 'farm:write',
  farm: { from: 'body', name: 'farmIndex' },
  page: '/cms/device/device-create',
  body: z.extend(deviceFields, {
    farmIndex: z.number(),
    kind: z._default(deviceFields.shape.kind, 'other'),
    place: z._default(deviceFields.shape.place, ''),
    note: z._default(deviceFields.shape.note, ''),
  }),
  answer: withKey,
  status: 201,
  offline: 'now-or-never',
  about: 'A new device of a farm, and its key, which is told this once.',
});

export const updateDevice = endpoint({
  method: 'PUT',
  path: '/api/devices/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-edit',
  params: deviceId,
  body: editOf(deviceFields),
  answer: doneOf(deviceDetail),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'now-or-never',
  about: 'Changes a device; refused when a touched field has changed since the edit began.',
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/api/devices/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-manage',
  params: deviceId,
  body: deletion,
  answer: doneOf(z.object({ index: z.number() })),
  errors: ['NAME_MISMATCH'],
  offline: 'online-only',
  about: 'Deletes a device with its sensors; nothing it sends is taken any more.',
});

export const issueDeviceKey = endpoint({
  method: 'POST',
  path: '/api/devices/{id}/key',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-edit',
  params: deviceId,
  answer: withKey,
  offline: 'now-or-never',
  about: 'A new key, told this once; the one before is refused from now on.',
});

export const revokeDeviceKey = endpoint({
  method: 'DELETE',
  path: '/api/devices/{id}/key',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-edit',
  params: deviceId,
  answer: doneOf(deviceDetail),
  offline: 'now-or-never',
  about: 'Refuses the key from now on.',
});

/** A reading that came from the device and was not taken. */
const refusedReading = z.object({
  receivedAt: instantText,
  /** The code or index it was sent under, as text; empty where it had none. */
  sensor: z.string(),
  reason: z.enum(refusals),
});
export type RefusedReading = z.infer<typeof refusedReading>;

/** How many readings of a device were refused for one reason. */
export const refusalCount = z.object({
  reason: z.enum(refusals),
  /** A message that could not be read counts as one reading. */
  count: z.number(),
  /** When the last of them came, ISO instant. */
  lastAt: instantText,
});
export type RefusalCount = z.infer<typeof refusalCount>;

/** What a device sends under a code that none of its sensors has; kept for UNKNOWN_MS. */
export const unknownSensor = z.object({
  code: z.string(),
  /** The newest value, in whatever unit the device measures. */
  value: z.number(),
  /** When it was measured, and when the newest of all arrived. */
  at: instantText,
  receivedAt: instantText,
  /** How many readings are kept of it, and over how many milliseconds they were measured. */
  count: z.number(),
  spanMs: z.number(),
});
export type UnknownSensor = z.infer<typeof unknownSensor>;

export const deviceRefusals = endpoint({
  method: 'GET',
  path: '/api/devices/{id}/refusals',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: ['/cms/device/device-edit', '/cms/device/sensor-create'],
  params: deviceId,
  answer: z.object({
    /** When counting began, ISO instant: the start of the server. */
    countedFrom: z.string(),
    /** The reason of the newest first. */
    counts: z.array(refusalCount),
    /** The last ten, newest first. */
    recent: z.array(refusedReading),
    /** By code. */
    unknown: z._default(z.array(unknownSensor), []),
    /** Codes that it may send and that nobody wants, in order. */
    unwanted: z._default(z.array(z.string()), []),
  }),
  offline: 'online-only',
  about:
    'What the device sent and was not taken: refused, with why (forgotten when the server stops), or kept apart because no sensor has its code.',
});

/** A code of the device that nobody wants: nobody is asked about it. */
const unwantedCode = doneOf(z.object({ code: channelCode }));

export const dropCode = endpoint({
  method: 'POST',
  path: '/api/devices/{id}/unwanted-codes',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: ['/cms/device/device-edit', '/cms/device/sensor-create'],
  params: deviceId,
  body: z.object({ code: channelCode }),
  answer: unwantedCode,
  offline: 'now-or-never',
  about:
    'Stops asking what the device sends under a code that no sensor has; what comes under it is kept apart as before.',
});

export const reclaimCode = endpoint({
  method: 'DELETE',
  path: '/api/devices/{id}/unwanted-codes/{code}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-edit',
  params: z.extend(deviceId, { code: channelCode }),
  answer: unwantedCode,
  offline: 'now-or-never',
  about: 'Asks again what the device sends under a code, beginning with what was kept of the last day.',
});
