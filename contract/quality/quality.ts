import * as z from 'zod/mini';
import { refusalCount, unknownSensor } from '../device/device.ts';
import { inspectionRow } from '../inspection/inspection-row.ts';
import { channelType } from '../series/sensor-types.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { doneOf } from '../wire/write.ts';
import { qualityProblems } from './quality-text.ts';

/**
 * fine: nothing is wrong. waiting: no reading yet. silent: no reading for three of its intervals. stuck: the value does
 * not change. jumping: a jump within the last day. wrong: an impossible value. leaking: a flow meter shows flow while
 * all valves are closed. dry: within the last day it showed no flow while a valve was open. excluded: excluded by hand
 * at present.
 */
const qualityStates = ['fine', 'waiting', 'silent', 'stuck', 'jumping', 'wrong', 'leaking', 'dry', 'excluded'] as const;
export const qualityState = z.enum(qualityStates);
export type QualityState = z.infer<typeof qualityState>;

/** The rule that was broken: contract/series/sensor-types.ts and flow-rules.ts define them. */
export const findingRule = z.enum(['jump', 'flat', 'high', 'low', 'leak', 'no-flow']);

const finding = z.object({
  rule: findingRule,
  /** Epoch ms. */
  from: z.number(),
  /** Epoch ms; null while it goes on. */
  to: z.nullable(z.number()),
});

/** State of one sensor. */
const channelQuality = z.object({
  index: z.number(),
  name: z.string(),
  type: channelType,
  areaName: z.string(),
  intervalMs: z.number(),
  state: qualityState,
  /**
   * Start of the state, epoch ms; for a silent sensor the last reading. null for a fine sensor, and for one without
   * readings.
   */
  since: z.nullable(z.number()),
  /** Time of the newest reading. */
  readAt: z.nullable(instant),
  /** Share of the expected readings of the last 24 hours that were good, 0 to 1; null before the first was due. */
  coverage: z.nullable(z.number()),
  /** Findings of the last two days, in order of time. */
  findings: z.array(finding),
});
export type ChannelQuality = z.infer<typeof channelQuality>;

/** Refused readings of a device by reason, within the last seven days. */
const refusedByDevice = z.extend(refusalCount, { deviceIndex: z.number(), deviceName: z.string() });

/** Readings of a device under a code that none of its sensors has. */
const unknownOfDevice = z.extend(unknownSensor, { deviceIndex: z.number(), deviceName: z.string() });

/** A problem of commanded equipment, or of its rules, that needs attention. */
const controlMatter = z.object({
  /** Message for the grower, with what to do. */
  text: z.string(),
  /** Start, epoch ms; null when unknown. */
  since: z.nullable(z.number()),
  /** The rule concerned; null for equipment. */
  rule: z.nullable(z.object({ family: z.string(), id: z.string() })),
});
export type ControlMatter = z.infer<typeof controlMatter>;

/** Readings excluded by hand from `from` up to (not including) `to`, or until somebody lifts it. */
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
  /** Who excluded them, and when. */
  by: z.nullable(z.string()),
  notedAt: instant,
  /** Who lifted the exclusion, and when; null while it is in force. */
  lifted: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
  /** Whether it can be lifted: it is in force, and raw readings of its span are still stored. */
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
    /** Time of this assessment. */
    at: instant,
    /** Since when all raw readings are still stored, epoch ms; earlier ones cannot be excluded. */
    keptSince: z.number(),
    /** For each type, how many of the sensors with readings are fine. */
    kinds: z.array(z.object({ type: channelType, fine: z.number(), total: z.number() })),
    channels: z.array(channelQuality),
    /** Those in force first, each part newest first; the last 200. */
    exclusions: z.array(exclusion),
    /** Refused readings of the farm's devices within the last day; the newest of a device first. */
    refusals: z._default(z.array(refusedByDevice), []),
    /** Readings of the last day under codes that no sensor has, by device. */
    unknown: z._default(z.array(unknownOfDevice), []),
    /** Inspections that are not done, the most urgent first. */
    inspections: z._default(z.array(inspectionRow), []),
    /** Equipment and rules, the most serious first. */
    control: z._default(z.array(controlMatter), []),
  }),
  offline: 'live',
  about:
    'Returns the state of each sensor of a farm (silent, stuck, jumping, excluded), the completeness of its last day, and everything else on the farm that needs attention.',
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
    /** Epoch ms; `to` null: until lifted. */
    z.object({ channelIndex: z.number(), from: z.number(), to: z.nullable(z.number()), reason: z.string() }),
  ),
  offline: 'reference',
  about: 'Lists the excluded spans of the sensors of a farm that are in force.',
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
  about: 'Excludes readings of a channel from every figure; they stay stored.',
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
  errors: ['RESTORE_TOO_LATE'],
  about:
    'Lifts an exclusion; its record stays with the person who lifted it. Fails with RESTORE_TOO_LATE once the raw readings of its span are deleted.',
});
