import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { instant } from '../../wire/instant.ts';
import { uuid } from '../../wire/uuid.ts';
import { doneOf } from '../../wire/write.ts';
import { decisionRow } from '../decision.ts';
import { whole } from '../fields.ts';
import { ruleFields } from '../rule/rule.ts';

/** The largest number of past days that a rehearsal covers, ending with today so far. */
export const REHEARSAL_DAYS = 14;

/** With a smaller share of the time covered by values, totals would be misleading. */
export const MIN_COVERAGE = 0.7;

/** What the past does not tell, or what was assumed; rehearsal-text.ts has the sentences. */
const rehearsalCaveats = [
  // The measured past is not changed by what the rule would have done.
  'OPEN_LOOP',
  // The simulated house reacted to the rule.
  'CLOSED_LOOP',
  // Soil moisture is raised after each dose by the rise that past doses caused.
  'SOIL_LEARNT',
  // Too few past doses to know the rise, so only the first run of a day is counted.
  'SOIL_UNKNOWN',
  'AIR_WOULD_CHANGE',
  'CO2_WOULD_CHANGE',
  // Equipment that is not commanded was treated as if it were.
  'NOT_COMMANDED',
  // Litres from the nominal flow, from the meter while it ran, or unknown.
  'LITRES_NOMINAL',
  'LITRES_MEASURED',
  'LITRES_UNKNOWN',
  // Past forecasts are not stored.
  'NO_FORECAST',
  // Manual operation during that time is unknown.
  'NO_HANDS',
] as const;
export type RehearsalCaveat = (typeof rehearsalCaveats)[number];

/** One actuator on one Seoul day. */
const rehearsedThing = z.object({
  channel: z.number(),
  /** Starts that the rule would have made, and the most of them within one hour. */
  runs: z.number(),
  mostPerHour: z.number(),
  /** Time on or open by the rule, min. */
  minutes: z.number(),
  /** null for equipment without water, and where no flow is known. */
  litres: z.nullable(z.number()),
  /** Measured time on or open, whoever moved it, min; null without measurements. */
  ranMinutes: z.nullable(z.number()),
});
export type RehearsedThing = z.infer<typeof rehearsedThing>;

const rehearsedDay = z.object({
  /** Seoul date. */
  date: z.string(),
  things: z.array(rehearsedThing),
  /** Minutes with too little data to decide. */
  unknownMinutes: z.number(),
  /** How long and how far the measured value was beyond the target, min and unit × h; null without a target. */
  beyond: z.nullable(z.object({ minutes: z.number(), degreeHours: z.number() })),
});
export type RehearsedDay = z.infer<typeof rehearsedDay>;

const rehearsal = z.object({
  /**
   * The period covered, from a Seoul midnight to `untilAt`; `untilAt` is before `toAt` when the time limit was reached.
   */
  fromAt: instant,
  untilAt: instant,
  toAt: instant,
  /** Whether the simulated house reacted to the rule, and whether the farm has a simulated house. */
  isClosedLoop: z.boolean(),
  hasModel: z.boolean(),
  /** For each sensor that the rule reads, the share of the time with a fresh value, 0 to 1. */
  coverage: z.array(z.object({ channel: z.number(), share: z.number() })),
  /** Share of the time in which everything that the rule reads was known, 0 to 1. */
  knownShare: z.number(),
  /** Whether that was enough for totals. */
  isCounted: z.boolean(),
  days: z.array(rehearsedDay),
  /** Every run that the rule would have made, in order of time. */
  runs: z.array(z.object({ channel: z.number(), startAt: instant, endAt: instant })),
  /** Other rules that wanted the same actuator at the same time. */
  conflicts: z.array(
    z.object({ name: z.string(), channel: z.number(), minutes: z.number(), first: z.enum(['this', 'other']) }),
  ),
  /** What kept the rule from acting, longest first, each with its last log entry. */
  blocks: z.array(z.object({ minutes: z.number(), times: z.number(), row: decisionRow })),
  caveats: z.array(z.enum(rehearsalCaveats)),
  /** Number of past doses from which the rise of moisture was learnt. */
  soilRuns: z.number(),
});
export type Rehearsal = z.infer<typeof rehearsal>;

export const rehearseRule = endpoint({
  method: 'POST',
  path: '/api/control/rehearsals',
  who: 'farm:write',
  farm: { from: 'body', name: 'farmIndex' },
  // The caller needs the right of the page of the rule's family.
  page: [
    '/cms/control/reservation-composite-edit',
    '/cms/control/reservation-target-edit',
    '/cms/control/reservation-ghg-edit',
    '/cms/control/water-sensor-edit',
    '/cms/control/water-time-edit',
  ],
  body: z.object({
    farmIndex: z.number(),
    /** The rule being edited; left out for a new one. */
    id: z.optional(uuid),
    days: whole(1, REHEARSAL_DAYS),
    /** true: the simulated house reacts to the rule, where there is one. Otherwise the past stays as measured. */
    isClosedLoop: z.optional(z.boolean()),
    /** As typed in the form; `enabled` and `mode` have no effect here. */
    fields: ruleFields,
  }),
  answer: doneOf(rehearsal),
  errors: ['REHEARSAL_RUNNING'],
  offline: 'online-only',
  about:
    'Calculates what a rule would have done in the last days of the farm (at most 14), together with the other active rules. Moves no equipment.',
});
