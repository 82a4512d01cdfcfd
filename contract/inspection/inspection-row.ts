import * as z from 'zod/mini';
import { instantText } from '../wire/instant.ts';
import { inspectionKindNames, inspectionStates } from './inspection-names.ts';

// Apart from what is done with one: the start screen counts them.

/** What an inspection is about; settled when it is made. At most one of device and sensor, else the farm as a whole. */
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
  /** What its device or sensor is called, with its house; null for one of the farm as a whole. */
  target: z.nullable(z.string()),
  title: z.string(),
  state: z.enum(inspectionStates),
  dueOn: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  /** The name of whoever sees to it. */
  assigneeName: z.nullable(z.string()),
  createdAt: instantText,
});
export type InspectionRow = z.infer<typeof inspectionRow>;
