import * as z from 'zod/mini';
import { farmRight } from '../farm/farm.ts';
import { type Staleness, staleness } from '../series/staleness.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { deviceSorts } from '../wire/sorts.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { deviceProblems } from './device-text.ts';
import { refusals } from './ingest.ts';
import { channelCode, sensorRow } from './sensor.ts';

/** Their Korean names stand in device-text.ts. */
export const deviceKinds = ['controller', 'gateway', 'node', 'station', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** Editable fields of a device. */
export const deviceFields = z.object({
  name: trimmedText(60).check(z.minLength(1)),
  /** Part of the MQTT topic farm/{farm index}/{code}/state. Unique on its farm. */
  code: trimmedText(40).check(
    // People copy capitals from the label, and phones capitalize the first letter.
    z.toLowerCase(),
    z.minLength(1),
    z.refine((code) => /^[a-z0-9][a-z0-9_-]*$/.test(code), deviceProblems.deviceCode),
  ),
  kind: z.enum(deviceKinds),
  /** Where it is mounted, in the grower's words. */
  place: trimmedText(60),
  note: trimmedText(500),
});
export type DeviceFields = z.infer<typeof deviceFields>;

/** A device as a row of a list. */
const deviceRow = z.extend(deviceFields, {
  index: z.number(),
  farmIndex: z.number(),
  farmName: z.string(),
  right: farmRight,
  sensorCount: z.number(),
  actuatorCount: z.number(),
  /** When the server last stored a reading from it; null before the first one. */
  lastSeenAt: z.nullable(instantText),
  /**
   * When the device last sent something that was not stored as a reading of a sensor, within the last day: refused, or
   * kept under an unknown code. null when everything was stored.
   */
  unstoredAt: z._default(z.nullable(instantText), null),
  /** Reporting interval of its fastest channel, ms; null without channels. */
  intervalMs: z.nullable(z.number()),
  /** false when its key was revoked. */
  hasKey: z.boolean(),
});
export type DeviceRow = z.infer<typeof deviceRow>;

/** Staleness by the fastest channel. A device without channels is never silent. */
export function deviceStaleness(
  { lastSeenAt, intervalMs }: Pick<DeviceRow, 'lastSeenAt' | 'intervalMs'>,
  now: number,
): Staleness {
  return staleness(lastSeenAt, intervalMs ?? Number.POSITIVE_INFINITY, now);
}

/** State of a device; unstored readings are more important than the age of the stored ones. */
export function deviceState(
  device: Pick<DeviceRow, 'lastSeenAt' | 'intervalMs' | 'unstoredAt'>,
  now: number,
): Staleness['reporting'] | 'unstored' {
  return device.unstoredAt === null ? deviceStaleness(device, now).reporting : 'unstored';
}

/** A device with what its edit page needs. */
const deviceDetail = z.extend(deviceRow, {
  createdAt: instantText,
  /** Its sensors and actuators. */
  channels: z.array(sensorRow),
  /** The broker the server subscribes to; null without one. */
  mqtt: z.nullable(z.object({ host: z.string(), port: z.number(), isTls: z.boolean(), isAccountNeeded: z.boolean() })),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

/** The editable fields of a device. */
export function deviceFieldsOf({ name, code, kind, place, note }: DeviceFields): DeviceFields {
  return { name, code, kind, place, note };
}

/** The key is only in the first answer; null in the answer to a repeat. */
const withKey = doneOf(z.object({ device: deviceDetail, key: z.nullable(z.string()) }));

const deviceId = z.object({ id: indexParam });

export const manageDevices = endpoint({
  method: 'GET',
  path: '/api/manage/devices',
  who: 'user',
  farm: 'none',
  page: ['/cms/device/device-manage', '/cms/device/sensor-manage'],
  query: z.extend(listQuery(deviceSorts), {
    /** All visible farms when left out. */
    farmIndex: z.optional(indexParam),
  }),
  answer: pageOf(deviceRow),
  offline: 'live',
  about: 'Lists devices; with search, sorting and paging.',
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
  about: 'Returns a device with its channels, without its key.',
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
  about: 'Creates a device of a farm. The answer contains its key, only this once.',
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
  about: 'Changes a device. Fails if a field of the edit has changed since the edit began.',
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
  about: 'Deletes a device with its sensors; the server refuses what it sends from now on.',
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
  about: 'Issues a new key, which the answer contains only this once. The previous key is refused from now on.',
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
  about: 'Revokes the key of a device.',
});

/** A reading from the device that was refused. */
const refusedReading = z.object({
  receivedAt: instantText,
  /** The code or index in the message, as text; empty when it had none. */
  sensor: z.string(),
  reason: z.enum(refusals),
});
export type RefusedReading = z.infer<typeof refusedReading>;

/** How many readings of a device were refused for one reason. */
export const refusalCount = z.object({
  reason: z.enum(refusals),
  /** A message that could not be parsed counts as one reading. */
  count: z.number(),
  /** When the last of them came. */
  lastAt: instantText,
});
export type RefusalCount = z.infer<typeof refusalCount>;

/** Readings under a code that no sensor of the device has; kept for UNKNOWN_MS. */
export const unknownSensor = z.object({
  code: z.string(),
  /** The newest value, in the device's own unit. */
  value: z.number(),
  /** Measurement time of `value`, and arrival of the newest reading. */
  at: instantText,
  receivedAt: instantText,
  /** Number of kept readings, and the time between the first and the last, ms. */
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
    /** What was refused before is no longer counted: the start of a Seoul day. */
    countedFrom: z.string(),
    /** Ordered by the newest refusal first. */
    counts: z.array(refusalCount),
    /** The last ten, newest first. */
    recent: z.array(refusedReading),
    /** By code. */
    unknown: z._default(z.array(unknownSensor), []),
    /** Codes that the grower has marked as not wanted, in order. */
    unwanted: z._default(z.array(z.string()), []),
  }),
  offline: 'online-only',
  about:
    'Lists what a device sent and the server did not store as readings: refused values with the reason (of the last seven days), and values under codes without a sensor.',
});

/** A code marked as not wanted; the app does not ask about it. */
const unwantedCode = doneOf(z.object({ code: channelCode }));

export const ignoreCode = endpoint({
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
    'Marks a code without a sensor as ignored, so that the device’s page no longer asks about it; values under the code are still kept for a day.',
});

export const acceptCode = endpoint({
  method: 'DELETE',
  path: '/api/devices/{id}/unwanted-codes/{code}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'device' },
  page: '/cms/device/device-edit',
  params: z.extend(deviceId, { code: channelCode }),
  answer: unwantedCode,
  offline: 'now-or-never',
  about: 'Removes the ignore mark of a code, so that the device’s page asks about it again.',
});
