import * as z from 'zod/mini';
import { calibrationNoun, correctionWords } from '../device/device-text.ts';
import { findingRule, qualityState } from '../quality/quality.ts';
import { channelType } from '../series/sensor-types.ts';
import { isSeoulDate } from '../time/time.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { inspectionSorts } from '../wire/sorts.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { uuid } from '../wire/uuid.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { type CheckPoint, checkPointWords, inspectionKinds } from './data-inspection.ts';
import { type InspectionKind, inspectionFilters, inspectionStates } from './inspection-names.ts';
import { inspectionRow, inspectionSubject } from './inspection-row.ts';
import { inspectionNoun, inspectionProblems, inspectionStateWords, stepNoun } from './inspection-text.ts';

/** Good, faulty, or not present. */
export const checkAnswers = ['fine', 'wrong', 'none'] as const;

const check = z.object({
  /** null for a point with a remark but without an answer. */
  answer: z.nullable(z.enum(checkAnswers)),
  remark: z.string().check(z.trim(), z.maxLength(200)),
});
export type Check = z.infer<typeof check>;

/** The points of a checklist in its order, without empty ones, so that equal findings are equal values. */
export function tidyChecks(found: Checks, kind: InspectionKind): Checks {
  const points: readonly string[] = inspectionKinds[kind].points;
  return Object.fromEntries(
    points.flatMap((point) => {
      const { answer = null, remark = '' } = found[point] ?? {};
      return answer === null && remark === '' ? [] : [[point, { answer, remark }]];
    }),
  );
}

export function isCheckPoint(name: string): name is CheckPoint {
  return Object.hasOwn(checkPointWords, name);
}

/** Findings by check point; a point that nobody has checked is missing. */
export const checks = z.record(z.string().check(z.refine(isCheckPoint, { error: inspectionProblems.point })), check);
export type Checks = z.infer<typeof checks>;

/**
 * When it was done: a device without a signal sends it hours later. Left out, it was done when it arrives, which is also
 * the latest possible; the earliest is the step before it.
 */
const doneAt = z.optional(instantText);

const day = z.string().check(z.refine(isSeoulDate, { error: inspectionProblems.day }));
const title = trimmedText(80).check(z.minLength(1, { error: inspectionProblems.title }));

/** Editable fields of an inspection. */
export const inspectionFields = z.object({
  title,
  /** What is wrong, or what to check. */
  detail: trimmedText(2000),
  /** Seoul day by which it should be done. */
  dueOn: z.nullable(day),
  /** Sign-in id of the person in charge; owner or co-user of the farm. */
  assignee: z.nullable(trimmedText(64)),
  checks,
  /** What was found and done. */
  note: trimmedText(2000),
});
export type InspectionFields = z.infer<typeof inspectionFields>;

/** The state of the sensor when the inspection was proposed. */
export const evidence = z.object({
  state: qualityState,
  /** The rule that the readings broke; null when the sensor is only silent. */
  rule: z.nullable(findingRule),
  /** When it began, epoch ms. */
  since: z.nullable(z.number()),
  /** When the sensor last reported. */
  readAt: z.nullable(instantText),
  /** Its value then, in its unit. */
  value: z.nullable(z.number()),
  unit: trimmedText(20),
  /** Reporting interval, ms. */
  intervalMs: z.number(),
  /** Share of the expected readings of the 24 hours before that were good: 0 to 1. */
  coverage: z.nullable(z.number()),
});
export type Evidence = z.infer<typeof evidence>;

/** One step of the history; `from` of the first is null. */
const step = z.object({
  from: z.nullable(z.enum(inspectionStates)),
  to: z.enum(inspectionStates),
  by: z.nullable(z.string()),
  /** When it was done; the audit log has when it arrived. */
  at: instantText,
  reason: z.string(),
});
export type InspectionStep = z.infer<typeof step>;

const correction = z.number().check(
  z.gte(-10_000),
  z.lte(10_000),
  z.refine((value) => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6, inspectionProblems.correction),
);

/** A sensor compared with a better instrument. */
export const comparison = z.object({
  /** Seoul day from which the correction applies. */
  sinceOn: day,
  correction,
  /** The value of the better instrument and the value shown for the sensor, in its unit. */
  referenceValue: z.number(),
  shownValue: z.number(),
});
export type Comparison = z.infer<typeof comparison>;

/** The sensor of an inspection with what its calibration needs. */
const inspectedSensor = z.object({
  type: channelType,
  unit: z.string(),
  /** The newest displayed value and its time; null before the first. */
  value: z.nullable(z.number()),
  readAt: z.nullable(instantText),
  /** The correction in force. */
  correction: z.number(),
});

const inspection = z.extend(inspectionRow, {
  ...inspectionFields.shape,
  evidence: z.nullable(evidence),
  /** Oldest first. */
  steps: z.array(step),
  /** null until the sensor was calibrated in this inspection. */
  calibration: z.nullable(z.extend(comparison, { by: z.nullable(z.string()), at: instantText })),
  /** null without a sensor, or when the sensor is gone. */
  sensor: z.nullable(inspectedSensor),
});
export type Inspection = z.infer<typeof inspection>;

/** The editable fields of an inspection. */
export function inspectionFieldsOf(found: InspectionFields): InspectionFields {
  const { title, detail, dueOn, assignee, checks, note } = found;
  return { title, detail, dueOn, assignee, checks, note };
}

const inspectionId = z.object({ id: uuid });
const viaInspection = { from: 'params', name: 'id', via: 'inspection' } as const;
const editPage = '/cms/device/inspection-edit';
const inInspection = {
  noun: inspectionNoun,
  lane: ({ params }: { params: { id: string } }) => laneOf('inspection', params.id),
};

export const manageInspections = endpoint({
  method: 'GET',
  path: '/api/manage/inspections',
  who: 'user',
  farm: 'none',
  page: '/cms/device/inspection-manage',
  query: z.extend(listQuery(inspectionSorts), {
    farmIndex: z.optional(indexParam),
    deviceIndex: z.optional(indexParam),
    state: z.optional(z.enum(inspectionFilters)),
    kind: z.optional(inspectionSubject.kind),
  }),
  answer: pageOf(z.extend(inspectionRow, { canWrite: z.boolean() })),
  offline: 'live',
  about:
    'Lists the inspections of one farm or of all farms that the caller may read, newest first. With a device, inspections of its sensors are included.',
});

export const inspectionChoices = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/inspection-choices',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/device/inspection-manage',
  params: z.object({ id: indexParam }),
  answer: z.object({
    devices: z.array(z.object({ index: z.number(), name: z.string() })),
    /** Sensors and actuators. */
    sensors: z.array(z.object({ index: z.number(), name: z.string(), areaName: z.string(), type: channelType })),
    people: z.array(z.object({ userId: z.string(), name: z.string() })),
  }),
  offline: 'reference',
  about:
    'Lists what an inspection of a farm can concern (devices and sensors), and who can be assigned: the owner and the co-users.',
});
export type InspectionChoices = z.infer<(typeof inspectionChoices)['answer']>;

export const getInspection = endpoint({
  method: 'GET',
  path: '/api/inspections/{id}',
  who: 'farm:read',
  farm: viaInspection,
  page: editPage,
  params: inspectionId,
  answer: inspection,
  offline: 'live',
  about: 'Returns an inspection with its checklist, its history and the sensor that it concerns.',
});

export const createInspection = endpoint({
  method: 'POST',
  path: '/api/inspections',
  who: 'farm:write',
  farm: [
    { from: 'body', name: 'farmIndex' },
    { from: 'body', name: 'deviceIndex', via: 'device' },
    { from: 'body', name: 'sensorIndex', via: 'sensor' },
  ],
  page: '/cms/device/inspection-create',
  body: z.object({
    /** Given by a device that created it offline; otherwise the server makes one. */
    id: z.optional(uuid),
    farmIndex: z.number(),
    kind: inspectionSubject.kind,
    deviceIndex: z._default(inspectionSubject.deviceIndex, null),
    sensorIndex: z._default(inspectionSubject.sensorIndex, null),
    title,
    detail: z._default(inspectionFields.shape.detail, ''),
    dueOn: z._default(inspectionFields.shape.dueOn, null),
    assignee: z._default(inspectionFields.shape.assignee, null),
    checks: z._default(checks, {}),
    note: z._default(inspectionFields.shape.note, ''),
    evidence: z._default(z.nullable(evidence), null),
    at: doneAt,
  }),
  answer: doneOf(inspection),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: inspectionNoun,
    summary: ({ body }) => [body.title],
    lane: ({ body }) => body.id && laneOf('inspection', body.id),
    after: ({ body }) => [laneOf('farm', body.farmIndex), laneOf('sensor', body.sensorIndex ?? '')],
  },
  about:
    'Creates an inspection under an id of the caller. A repeat with the same content gets the same answer; other content under that id fails.',
});
export type NewInspection = Omit<z.infer<(typeof createInspection)['body']>, 'at'> & { id: string };

export const updateInspection = endpoint({
  method: 'PUT',
  path: '/api/inspections/{id}',
  who: 'farm:write',
  farm: viaInspection,
  page: editPage,
  params: inspectionId,
  body: editOf(inspectionFields),
  answer: doneOf(inspection),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: { ...inInspection, summary: ({ body }) => [body.title] },
  about: 'Changes an inspection; its checklist is merged point by point.',
});

const stepFields = z.object({ state: z.enum(inspectionStates) });

export const stepInspection = endpoint({
  method: 'POST',
  path: '/api/inspections/{id}/steps',
  who: 'farm:write',
  farm: viaInspection,
  page: editPage,
  params: inspectionId,
  body: z.object({
    ...stepFields.shape,
    reason: z._default(trimmedText(500), ''),
    at: doneAt,
    /** The state when the user acted. Steps are acts, not edits: two of them must not be merged in the outbox. */
    seen: z.optional(stepFields),
  }),
  answer: doneOf(inspection),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: { ...inInspection, noun: stepNoun, summary: ({ body }) => [inspectionStateWords[body.state], body.reason] },
  about: 'Moves an inspection to its next state. Fails if its state has changed since the caller read it.',
});

const corrected = z.object({ correction });

export const calibrateInInspection = endpoint({
  method: 'POST',
  path: '/api/inspections/{id}/calibration',
  who: 'farm:write',
  farm: viaInspection,
  // The call changes a sensor, so it needs the right of the sensor's page.
  page: '/cms/device/sensor-edit',
  params: inspectionId,
  body: z.extend(comparison, {
    at: doneAt,
    /** The correction that was in force when the values were read. */
    seen: z.optional(corrected),
  }),
  answer: doneOf(inspection),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: { ...inInspection, noun: calibrationNoun, summary: ({ body }) => [...correctionWords(body)] },
  about:
    'Calibrates the sensor of an inspection from a day on, and stores in the inspection what the sensor was compared with.',
});

export const deleteInspection = endpoint({
  method: 'DELETE',
  path: '/api/inspections/{id}',
  who: 'farm:write',
  farm: viaInspection,
  page: '/cms/device/inspection-manage',
  params: inspectionId,
  body: deletion,
  answer: doneOf(z.object({ id: z.string() })),
  errors: ['NAME_MISMATCH'],
  offline: 'outbox',
  outbox: { ...inInspection, summary: () => [] },
  about:
    'Deletes an inspection with its history; the sensor keeps a calibration made in it. Deleting it again changes nothing.',
});
