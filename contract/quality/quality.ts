import * as z from 'zod/mini';
import { refusalCount, unknownSensor } from '../device/device.ts';
import { inspectionRow } from '../inspection/inspection-row.ts';
import { channelType } from '../series/sensor-types.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { doneOf } from '../wire/write.ts';
import { qualityProblems } from './quality-text.ts';

/**
 * fine: nothing against it. waiting: has never told anything. silent: no reading for three of its intervals. stuck: says
 * the same all the time. jumping: has jumped within the last day. wrong: says what cannot be. leaking: a flow meter says
 * that water runs though every valve is shut. dry: within the last day it said that none ran though a valve was open.
 * excluded: left out by hand at present.
 */
const qualityStates = ['fine', 'waiting', 'silent', 'stuck', 'jumping', 'wrong', 'leaking', 'dry', 'excluded'] as const;
export const qualityState = z.enum(qualityStates);
export type QualityState = z.infer<typeof qualityState>;

/** By what a sensor gives itself away: contract/series/sensor-types.ts and flow-rules.ts say what each means. */
export const findingRule = z.enum(['jump', 'flat', 'high', 'low', 'leak', 'no-flow']);

const finding = z.object({
  rule: findingRule,
  /** Epoch ms. */
  from: z.number(),
  /** Epoch ms; null while it goes on. */
  to: z.nullable(z.number()),
});

/** How it is with one sensor. */
const channelQuality = z.object({
  index: z.number(),
  name: z.string(),
  type: channelType,
  areaName: z.string(),
  intervalMs: z.number(),
  state: qualityState,
  /** Since when, epoch ms: the last reading of a silent one. Null for a fine one, and for one that never spoke. */
  since: z.nullable(z.number()),
  /** When it was last heard. */
  readAt: z.nullable(instant),
  /** Good readings of the last 24 hours among those due by its interval, 0 to 1; null where none was due yet. */
  coverage: z.nullable(z.number()),
  /** What the rules found in the last two days, in order of time. */
  findings: z.array(finding),
});
export type ChannelQuality = z.infer<typeof channelQuality>;

/** Readings of a device that were refused for one reason since the server was started. */
const refusedByDevice = z.extend(refusalCount, { deviceIndex: z.number(), deviceName: z.string() });

/** What a device sends under a code that none of its sensors has. */
const unknownOfDevice = z.extend(unknownSensor, { deviceIndex: z.number(), deviceName: z.string() });

/** What of equipment that is commanded, and of its rules, needs a hand. */
const controlMatter = z.object({
  /** As a grower reads it, with what is to be done. */
  text: z.string(),
  /** Since when, epoch ms; null where nobody has written it down. */
  since: z.nullable(z.number()),
  /** The rule it is about; null for equipment. */
  rule: z.nullable(z.object({ family: z.string(), id: z.string() })),
});
export type ControlMatter = z.infer<typeof controlMatter>;

/** Readings left out by hand, from an instant on, up to (not including) another or for as long as nobody lifts it. */
const exclusion = z.object({
  id: z.number(),
  channelIndex: z.number(),
  channelName: z.string(),
  type: channelType,
  areaName: z.string(),
  /** Epoch ms. */
  from: z.number(),
  to: z.nullable(z.number()),
  reason: z.string(),
  /** Who left them out, and when. */
  by: z.nullable(z.string()),
  notedAt: instant,
  /** Who took them back in, and when; null while they are left out. */
  lifted: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
  /** Whether it can be lifted: it stands, and raw readings of its span are left to be taken back in. */
  isLiftable: z.boolean(),
});
export type Exclusion = z.infer<typeof exclusion>;

export const quality = endpoint({
  method: 'GET',
  path: '/api/quality/{farmId}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmId' },
  page: ['/cms/dashboard', '/cms/monitor/quality'],
  params: z.object({ farmId: indexParam }),
  answer: z.object({
    /** When this was judged. */
    at: instant,
    /** The first instant whose readings are all kept raw: nothing before it can be left out. */
    keptSince: z.number(),
    /** How many of the sensors of a type that have ever told something are fine. */
    kinds: z.array(z.object({ type: channelType, fine: z.number(), total: z.number() })),
    channels: z.array(channelQuality),
    /** Standing ones first, each kind newest first; the last 200. */
    exclusions: z.array(exclusion),
    /** What devices of the farm sent within the last day and was refused; the newest of a device first. */
    refusals: z._default(z.array(refusedByDevice), []),
    /** What they sent within the last day under codes that no sensor has, by device. */
    unknown: z._default(z.array(unknownOfDevice), []),
    /** Inspections of the farm that are not done, the most urgent first. */
    inspections: z._default(z.array(inspectionRow), []),
    /** Equipment and rules, the gravest first. */
    control: z._default(z.array(controlMatter), []),
  }),
  offline: 'live',
  about:
    'How the sensors of a farm are: silent, stuck, jumping or left out by hand, and how complete their last day is; ' +
    'and what else of the farm needs a hand.',
});
export type Quality = z.infer<(typeof quality)['answer']>;

export const exclusions = endpoint({
  method: 'GET',
  path: '/api/quality/{farmId}/exclusions',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmId' },
  page: '/cms/monitor/record',
  params: z.object({ farmId: indexParam }),
  answer: z.array(
    /** Epoch ms; `to` null for as long as nobody lifts it. */
    z.object({ channelIndex: z.number(), from: z.number(), to: z.nullable(z.number()), reason: z.string() }),
  ),
  offline: 'reference',
  about: 'Which stretches of which sensors are left out at present, for whoever draws their readings.',
});
export type ExcludedSpan = z.infer<(typeof exclusions)['answer']>[number];

const moment = z
  .number()
  .check(z.refine((at) => Number.isSafeInteger(at) && at >= 0 && at <= 8.64e15, { error: qualityProblems.instant }));

const exclusionFields = z.object({
  channelIndex: z.number(),
  /** Epoch ms. */
  from: moment,
  to: z.nullable(moment),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});
export type ExclusionFields = z.infer<typeof exclusionFields>;

const inOrder = z.refine<Pick<ExclusionFields, 'from' | 'to'>>(({ from, to }) => to === null || from < to, {
  error: qualityProblems.order,
  path: ['to'],
});

export const exclude = endpoint({
  method: 'POST',
  path: '/api/quality/exclusion',
  who: 'farm:write',
  farm: { from: 'body', name: 'channelIndex', via: 'sensor' },
  page: '/cms/monitor/quality',
  body: z.extend(exclusionFields, { to: z._default(z.nullable(moment), null) }).check(inOrder),
  answer: doneOf(exclusion),
  status: 201,
  offline: 'online-only',
  about: 'Leaves readings of a channel out of every figure; they stay stored.',
});

export const liftExclusion = endpoint({
  method: 'DELETE',
  path: '/api/quality/exclusion/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'exclusion' },
  page: '/cms/monitor/quality',
  params: z.object({ id: indexParam }),
  answer: doneOf(exclusion),
  offline: 'online-only',
  about:
    'Takes readings back in that were left out; the exclusion stays on record with who lifted it. Refused with RESTORE_TOO_LATE once no raw reading of its span is kept.',
});
