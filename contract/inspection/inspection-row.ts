import * as z from 'zod/mini';
import { instantText } from '../wire/instant.ts';
import { inspectionKindNames, inspectionStates } from './inspection-names.ts';

// Separate from the endpoints, because the start screen counts inspections.

/** The subject of an inspection; it cannot be changed. At most one of device and sensor, otherwise the whole farm. */
export const inspectionSubject = {
  kind: z.enum(inspectionKindNames),
  deviceIndex: z.nullable(z.number()),
  sensorIndex: z.nullable(z.number()),
};

/** An inspection as a row of a list. */
export const inspectionRow = z.object({
  /** UUID. */
  id: z.string(),
  farmIndex: z.number(),
  farmName: z.string(),
  ...inspectionSubject,
  /** Name of its device or sensor, with the house; null for the whole farm. */
  target: z.nullable(z.string()),
  title: z.string(),
  state: z.enum(inspectionStates),
  dueOn: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  /** Name of the person in charge. */
  assigneeName: z.nullable(z.string()),
  createdAt: instantText,
});
export type InspectionRow = z.infer<typeof inspectionRow>;
