import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { instant } from '../../wire/instant.ts';
import { uuid } from '../../wire/uuid.ts';
import { doneOf } from '../../wire/write.ts';
import { decisionRow } from '../decision.ts';
import { whole } from '../fields.ts';
import { ruleFields } from '../rule.ts';

/** So many days of the past are gone through at most: the newest, today as far as it has come among them. */
export const REHEARSAL_DAYS = 14;

/** Less of the time than this with values, and sums would say something that nobody knows. */
export const LEAST_COVERAGE = 0.7;

/** What cannot be known from the past, or was assumed; rehearsal-text.ts has the sentence of each. */
const rehearsalCaveats = [
  // The past stays as it was measured, whatever the rule would have done.
  'OPEN_LOOP',
  // The simulated house answered.
  'CLOSED_LOOP',
  // Moisture is raised after each dose by what past doses raised it.
  'SOIL_LEARNT',
  // Too few past doses to know that: only the first run of a day is counted.
  'SOIL_UNKNOWN',
  'AIR_WOULD_CHANGE',
  'CO2_WOULD_CHANGE',
  // Equipment that is not commanded was taken to be.
  'NOT_COMMANDED',
  // Litres by the usual flow, by what the meter said while it ran, or not at all.
  'LITRES_NOMINAL',
  'LITRES_MEASURED',
  'LITRES_UNKNOWN',
  // What was forecast then is not kept.
  'NO_FORECAST',
  // Nobody knows what people would have done meanwhile.
  'NO_HANDS',
] as const;
export type RehearsalCaveat = (typeof rehearsalCaveats)[number];

/** One actuator on one Seoul day. */
const rehearsedThing = z.object({
  channel: z.number(),
  /** Starts that the rule would have made, and the most of them within an hour. */
  runs: z.number(),
  mostPerHour: z.number(),
  /** On or open by the rule, min. */
  minutes: z.number(),
  /** Null of what gives no water, and where no flow is known. */
  litres: z.nullable(z.number()),
  /** On or open then, whoever moved it, min; null where nothing told. */
  ranMinutes: z.nullable(z.number()),
});
export type RehearsedThing = z.infer<typeof rehearsedThing>;

const rehearsedDay = z.object({
  /** Seoul date. */
  date: z.string(),
  things: z.array(rehearsedThing),
  /** Minutes in which too little was known to decide. */
  unknownMinutes: z.number(),
  /** How far and how long what was measured lay beyond the target, min and unit × h; null without a target. */
  beyond: z.nullable(z.object({ minutes: z.number(), degreeHours: z.number() })),
});
export type RehearsedDay = z.infer<typeof rehearsedDay>;

const rehearsal = z.object({
  /** What was gone through: from a Seoul midnight to `untilAt`, which lies before `toAt` where time ran out. */
  fromAt: instant,
  untilAt: instant,
  toAt: instant,
  /** Whether the simulated house answered to what the rule did, and whether there is one that can. */
  isClosedLoop: z.boolean(),
  hasModel: z.boolean(),
  /** For what share of the time each sensor that the rule reads had told something fresh, 0 to 1. */
  coverage: z.array(z.object({ channel: z.number(), share: z.number() })),
  /** Whether enough was known for sums. */
  isCounted: z.boolean(),
  days: z.array(rehearsedDay),
  /** Each time the rule would have had something on or open, in order of time. */
  runs: z.array(z.object({ channel: z.number(), startAt: instant, endAt: instant })),
  /** Other rules that wanted the same at the same time. */
  conflicts: z.array(
    z.object({ name: z.string(), channel: z.number(), minutes: z.number(), first: z.enum(['this', 'other']) }),
  ),
  /** What kept the rule from acting, the longest first, with the last line of its kind. */
  blocks: z.array(z.object({ minutes: z.number(), times: z.number(), row: decisionRow })),
  caveats: z.array(z.enum(rehearsalCaveats)),
  /** Past doses that moisture was learnt from. */
  soilRuns: z.number(),
});
export type Rehearsal = z.infer<typeof rehearsal>;

export const rehearseRule = endpoint({
  method: 'POST',
  path: '/api/control/rehearsals',
  who: 'farm:write',
  farm: { from: 'body', name: 'farmIndex' },
  // Of these the one of its own family.
  page: [
    '/cms/control/reservation-composite-edit',
    '/cms/control/reservation-target-edit',
    '/cms/control/reservation-ghg-edit',
    '/cms/control/water-sensor-edit',
    '/cms/control/water-time-edit',
  ],
  body: z.object({
    farmIndex: z.number(),
    /** The rule that is edited; left out while it is new. */
    id: z.optional(uuid),
    days: whole(1, REHEARSAL_DAYS),
    /** The simulated house answers to what the rule does, where there is one; left out: the past stays as it was measured. */
    isClosedLoop: z.optional(z.boolean()),
    /** As it is typed: whether it is on, and whether it only watches, changes nothing here. */
    fields: ruleFields,
  }),
  answer: doneOf(rehearsal),
  errors: ['REHEARSAL_RUNNING'],
  offline: 'online-only',
  about: "What a rule would have done in a farm's own last days, beside the other rules in force. Moves nothing.",
});
