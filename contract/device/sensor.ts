import * as z from 'zod/mini';
import { reservedCodes } from '../control/controller/reserved-codes.ts';
import { farmRight } from '../farm/farm.ts';
import { type ChannelTypeName, channelType, channelTypes, isActuator } from '../series/sensor-types.ts';
import { DAY_MS, isSeoulDate, SECOND_MS } from '../time/time.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { provisionalIndex, provisionalLane } from '../wire/provisional-index.ts';
import { sensorSorts } from '../wire/sorts.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { calibrationNoun, correctionWords, deviceProblems, sensorNoun } from './device-text.ts';

/** The name of the quantity in the device's messages. */
export const channelCode = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(40),
  z.refine((code) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code), { error: deviceProblems.channelCode }),
  z.refine((code) => !reservedCodes.includes(code), { error: deviceProblems.reservedCode }),
);

/** Whether the code of a reading can be the code of a sensor. */
export function isChannelCode(sent: unknown): sent is string {
  return typeof sent === 'string' && channelCode.safeParse(sent).data === sent;
}

/** Wide enough for every quantity, and small enough that the sum of a day in millionths is exact. */
const bound = z.nullable(z.number().check(z.gte(-100_000), z.lte(100_000)));

const plainFields = z.object({
  /** The device that sends it. The sensor cannot move to another farm. */
  deviceIndex: z.int({ error: deviceProblems.device }),
  code: channelCode,
  type: channelType,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** The house or area in which it is mounted. */
  areaName: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Reporting interval. */
  intervalMs: z
    .number()
    .check(z.refine((ms) => Number.isInteger(ms) && ms >= SECOND_MS && ms <= DAY_MS, deviceProblems.interval)),
  /** Overrides the plausible range of the type; null: the type's own. */
  plausibleMin: bound,
  plausibleMax: bound,
});
export type SensorFields = z.infer<typeof plainFields>;

type Ranged = { type: ChannelTypeName; plausibleMin: number | null; plausibleMax: number | null };

/** The plausible range of values, both ends included. */
export function plausibleRangeOf({ type, plausibleMin, plausibleMax }: Ranged): readonly [min: number, max: number] {
  const [min, max] = channelTypes[type].plausible;
  return [plausibleMin ?? min, plausibleMax ?? max];
}

const inOrder = z.refine<Ranged>(
  (fields) => {
    const [min, max] = plausibleRangeOf(fields);
    return min < max;
  },
  { error: deviceProblems.range, path: ['plausibleMax'] },
);

/** Editable fields of a sensor or an actuator. */
export const sensorFields = plainFields.check(inOrder);

/** A sensor or an actuator as a row of a list; its value is calibrated. */
export const sensorRow = z.object({
  index: z.number(),
  farmIndex: z.number(),
  farmName: z.string(),
  right: farmRight,
  deviceIndex: z.number(),
  deviceName: z.string(),
  deviceCode: z.string(),
  code: z.string(),
  type: channelType,
  name: z.string(),
  areaName: z.string(),
  unit: z.string(),
  intervalMs: z.number(),
  /** Readings outside are flagged; in the sensor's unit, null for no limit. */
  plausibleMin: z.nullable(z.number()),
  plausibleMax: z.nullable(z.number()),
  /** The newest reading and its time of measurement; null before the first. */
  value: z.nullable(z.number()),
  readAt: z.nullable(instantText),
  /** Whether the newest reading lies outside the plausible range. */
  isFlagged: z.boolean(),
});
export type SensorRow = z.infer<typeof sensorRow>;

/** A place of a sensor, valid from an instant on. */
const sensorPlace = z.object({
  areaName: z.string(),
  sinceAt: instantText,
  /** Who moved it there; null for the place given when it was registered. */
  by: z.nullable(z.string()),
});
export type SensorPlace = z.infer<typeof sensorPlace>;

const correction = z.number().check(
  z.gte(-10_000),
  z.lte(10_000),
  z.refine((value) => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6, deviceProblems.correction),
);

/** Seoul day, yyyy-MM-dd. */
const day = z.string().check(z.refine(isSeoulDate, deviceProblems.day));

/** A correction, added to every value from a Seoul day on until the next calibration; raw values stay unchanged. */
const calibrationFields = z.object({ sinceOn: day, correction });
export type CalibrationFields = z.infer<typeof calibrationFields>;

const calibration = z.object({
  sinceOn: z.string(),
  /** In the sensor's unit. */
  correction: z.number(),
  by: z.nullable(z.string()),
  notedAt: instantText,
});
export type Calibration = z.infer<typeof calibration>;

/** A sensor as its edit page needs it. */
const sensorDetail = z.extend(sensorRow, {
  createdAt: instantText,
  /** Whether it ever reported; its type is then fixed. */
  hasReadings: z.boolean(),
  /** Newest first; the first is the present place. */
  places: z.array(sensorPlace),
  /** Newest first. */
  calibrations: z.array(calibration),
});
export type SensorDetail = z.infer<typeof sensorDetail>;

/** The editable fields of a sensor. */
export function sensorFieldsOf(sensor: SensorFields): SensorFields {
  const { deviceIndex, code, type, name, areaName, intervalMs, plausibleMin, plausibleMax } = sensor;
  return { deviceIndex, code, type, name, areaName, intervalMs, plausibleMin, plausibleMax };
}

/**
 * Whether a write of this sensor may wait on the device. Not that of an actuator: its code and device say where commands
 * go, and sent hours later it would move other equipment than people believe by then. `types`: before and after.
 */
export const mayWaitFor = (types: readonly ChannelTypeName[]): boolean => !types.some(isActuator);

const sensorId = z.object({ id: indexParam });

export const manageSensors = endpoint({
  method: 'GET',
  path: '/api/manage/sensors',
  who: 'user',
  farm: 'none',
  page: '/cms/device/sensor-manage',
  query: z.extend(listQuery(sensorSorts), {
    /** Of one farm, of one device; all visible sensors when left out. */
    farmIndex: z.optional(indexParam),
    deviceIndex: z.optional(indexParam),
  }),
  answer: pageOf(sensorRow),
  offline: 'live',
  about: 'Lists sensors and actuators; with search, sorting and paging.',
});

/** The correction that is added to values of a Seoul day; `calibrations` are the newest first. */
export function correctionOn(
  calibrations: readonly Pick<Calibration, 'sinceOn' | 'correction'>[],
  day: string,
): number {
  return calibrations.find(({ sinceOn }) => sinceOn <= day)?.correction ?? 0;
}

export const getSensor = endpoint({
  method: 'GET',
  path: '/api/sensors/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'sensor' },
  page: '/cms/device/sensor-edit',
  params: sensorId,
  answer: sensorDetail,
  offline: 'live',
  about: 'Returns a sensor with its previous places and its calibrations.',
});

export const createSensor = endpoint({
  method: 'POST',
  path: '/api/sensors',
  who: 'farm:write',
  farm: { from: 'body', name: 'deviceIndex', via: 'device' },
  page: '/cms/device/sensor-create',
  body: z
    .extend(plainFields, {
      plausibleMin: z._default(bound, null),
      plausibleMax: z._default(bound, null),
      provisionalIndex: z.optional(provisionalIndex),
    })
    .check(inOrder),
  answer: doneOf(sensorDetail),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: sensorNoun,
    summary: ({ body }) => [body.areaName, body.name],
    lane: ({ body }) => provisionalLane('sensor', body),
    mayWait: ({ body }) => mayWaitFor([body.type]),
  },
  about: 'Creates a sensor or actuator of a device.',
});

export const updateSensor = endpoint({
  method: 'PUT',
  path: '/api/sensors/{id}',
  who: 'farm:write',
  farm: [
    { from: 'params', name: 'id', via: 'sensor' },
    // The right is checked on the new device, too, so that a sensor cannot be given to another owner's device.
    { from: 'body', name: 'deviceIndex', via: 'device' },
  ],
  page: '/cms/device/sensor-edit',
  params: sensorId,
  body: editOf(plainFields),
  answer: doneOf(sensorDetail),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: {
    noun: sensorNoun,
    summary: ({ body }) => [body.areaName, body.name],
    lane: ({ params }) => laneOf('sensor', params.id),
    // Without its base an edit does not say whether it is one of an actuator.
    mayWait: ({ body: { type, base } }) => base !== undefined && mayWaitFor([base.type, type ?? base.type]),
  },
  about: 'Changes a sensor. Another areaName moves the sensor; its history stays.',
});

export const deleteSensor = endpoint({
  method: 'DELETE',
  path: '/api/sensors/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'sensor' },
  page: '/cms/device/sensor-manage',
  params: sensorId,
  body: deletion,
  answer: doneOf(z.object({ index: z.number() })),
  errors: ['NAME_MISMATCH'],
  offline: 'online-only',
  about: 'Deletes a sensor; its readings are no longer shown.',
});

export const calibrateSensor = endpoint({
  method: 'POST',
  path: '/api/sensors/{id}/calibrations',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'sensor' },
  page: '/cms/device/sensor-edit',
  params: sensorId,
  body: calibrationFields,
  answer: doneOf(sensorDetail),
  offline: 'outbox',
  outbox: {
    noun: calibrationNoun,
    summary: ({ body }) => correctionWords(body),
    lane: ({ params }) => laneOf('sensor', params.id),
  },
  about: 'Adds a calibration of a sensor from a day on; it replaces a calibration that begins on the same day.',
});

export const deleteCalibration = endpoint({
  method: 'DELETE',
  path: '/api/sensors/{id}/calibrations/{sinceOn}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'sensor' },
  page: '/cms/device/sensor-edit',
  params: z.extend(sensorId, { sinceOn: day }),
  answer: doneOf(sensorDetail),
  offline: 'outbox',
  outbox: {
    noun: calibrationNoun,
    summary: ({ params }) => [params.sinceOn],
    lane: ({ params }) => laneOf('sensor', params.id),
  },
  about: 'Deletes the calibration that begins on a day; deleting it again changes nothing.',
});
