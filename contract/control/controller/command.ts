import * as z from 'zod/mini';
import { instant } from '../../wire/instant.ts';
import { uuid } from '../../wire/uuid.ts';
import { between, whole } from '../fields.ts';

/** What server and controllers say to each other over MQTT. All instants are ISO 8601 with offset on the wire. */
export const PROTOCOL_VERSION = 1;

/** A command that has not arrived by then is refused, ms; a stop lasts longer, for it does no harm. */
export const EXPIRY_MS = { command: 60_000, stop: 600_000 } as const;

/** A term further above the known one than this is no term but a mistake. */
export const MAX_TERM_LEAP = 1_000_000;

const version = z.literal(PROTOCOL_VERSION);
const term = whole(1, 2_147_483_647);
const code = z.string().check(z.minLength(1), z.maxLength(40));
const levelPct = between(0, 100);

/** Why something is commanded; minimum times are waived for some of them. */
const causes = ['rule', 'heat', 'frost', 'manual', 'interlock', 'stop'] as const;
export type Cause = (typeof causes)[number];

/** What becomes of a command: asked → sent → accepted → running → done, or one of the ends behind it. */
export const commandStates = [
  'asked',
  'sent',
  'accepted',
  'running',
  'done',
  'refused',
  'expired',
  'unproved',
] as const;
export type CommandState = (typeof commandStates)[number];

const order = {
  v: version,
  id: uuid,
  /** The run it belongs to: a late `off` cannot end a newer one. */
  run: uuid,
  term,
  /** Rises per actuator within a term. */
  seq: whole(1, 2_147_483_647),
  issuedAt: instant,
  expiresAt: instant,
  why: z.enum(causes),
  /** UUID of the rule. */
  rule: z.optional(uuid),
};

/** What `set` says. Whatever starts carries how long it may run, so that it ends though nothing else arrives. */
export const command = z.discriminatedUnion('do', [
  z.object({ ...order, do: z.literal('on'), maxRunSec: whole(1, 21_600), litres: z.optional(between(0.1, 100_000)) }),
  z.object({ ...order, do: z.literal('position'), levelPct, maxRunSec: whole(1, 21_600) }),
  z.object({ ...order, do: z.literal('off') }),
  z.object({ ...order, do: z.literal('stop') }),
]);
export type Command = z.infer<typeof command>;

/** Why a controller refuses. */
const refusals = [
  'MALFORMED',
  'RETAINED',
  'TERM',
  'CLOCK',
  'EXPIRED',
  'ORDER',
  'LOCAL',
  'LOCKED',
  'GUARD',
  'MINTIME',
  'REQUIRES',
  'LIMIT',
  'FAULT',
  'UNKNOWN',
] as const;
export type Refusal = (typeof refusals)[number];

export const ack = z.object({
  v: version,
  /** '' where the command could not be read. */
  id: z.string(),
  status: z.enum(['accepted', 'refused', 'running', 'done', 'failed']),
  code: z.nullable(z.enum(refusals)),
  at: instant,
  /** When it will end by itself. */
  endsAt: z.nullable(instant),
  maxRunSec: z.nullable(z.number()),
  litres: z.nullable(z.number()),
  /** The answer to a repeat. */
  duplicate: z.boolean(),
});
export type Ack = z.infer<typeof ack>;

/** What an actuator is doing, by whose will; retained, and a reading of its channel, too. */
export const actuatorState = z.object({
  v: version,
  at: instant,
  levelPct,
  /** Where it is going. */
  targetPct: levelPct,
  isMoving: z.boolean(),
  /** Reckoned from time, not measured. */
  isEstimated: z.boolean(),
  run: z.nullable(z.string()),
  id: z.nullable(z.string()),
  endsAt: z.nullable(instant),
  source: z.enum(['command', 'guard', 'local', 'limit', 'restart']),
  /** In the controller's words; null while nothing is wrong. */
  fault: z.nullable(z.string()),
});
export type ActuatorState = z.infer<typeof actuatorState>;

const lockOut = z.object({ reason: z.string(), forSec: z.nullable(whole(1, 86_400)) });

/** Limits of one channel as its controller keeps them; a channel that is not listed is not commanded. */
const channelLimits = z.object({
  kind: z.enum(['switch', 'position', 'dosed']),
  isCommanded: z.boolean(),
  maxRunSec: whole(10, 21_600),
  minOnSec: whole(0, 3_600),
  minOffSec: whole(0, 3_600),
  maxDailySec: z.nullable(whole(0, 86_400)),
  travelOpenSec: z.nullable(whole(5, 1_800)),
  travelCloseSec: z.nullable(whole(5, 1_800)),
  restPct: levelPct,
  onLinkLost: z.union([z.enum(['rest', 'hold', 'finish']), levelPct]),
  /** Runs only while one of these does, and stops when none does any more. */
  requires: z.array(code),
  lockOut: z.nullable(lockOut),
  /** Stops by itself when the meter says less for so long. */
  dryRun: z.optional(z.object({ flow: code, minLpm: between(0, 500), afterSec: whole(1, 600) })),
});
export type ChannelLimits = z.infer<typeof channelLimits>;

/** What a controller does by itself, connected or not. */
const guard = z.object({
  sensor: code,
  op: z.enum(['below', 'above']),
  value: between(-50, 2_000),
  hysteresis: between(0, 50),
  forSec: whole(0, 3_600),
  actuator: code,
  levelPct,
  untilSec: z.nullable(whole(1, 86_400)),
});

/** Retained limits, guards and lock-outs; never an order to move. */
export const controlDocument = z.object({
  v: version,
  version: whole(1, 2_147_483_647),
  term,
  channels: z.record(code, channelLimits),
  guards: z.array(guard).check(z.maxLength(8)),
});
export type ControlDocument = z.infer<typeof controlDocument>;

/** Its last will says offline. */
export const availability = z.object({
  status: z.enum(['online', 'offline']),
  bootId: z.string(),
  protocol: z.number(),
  clock: z.enum(['ntp', 'beat', 'none']),
  /** The highest term it has seen, and the limits in force, so that a restored server begins above both. */
  term: z.number(),
  version: z.number(),
});

/** The server is alive, and decides under a term; `sync`, which asks for all states, says the same. */
export const beat = z.object({ at: instant, term });

/** Limits in force: said when a document was taken, retained. */
export const controlAck = z.object({ v: version, version: whole(1, 2_147_483_647), term });

/** Topics of one channel; F farm index, D device code, C channel code. */
export function channelTopics(farm: number, device: string, channel: string) {
  const root = `farm/${farm}/${device}/${channel}`;
  return { set: `${root}/set`, ack: `${root}/ack`, state: `${root}/state` } as const;
}

/** Topics of a controller. */
export function deviceTopics(farm: number, device: string) {
  const root = `farm/${farm}/${device}`;
  return {
    availability: `${root}/availability`,
    control: `${root}/control`,
    controlAck: `${root}/control/ack`,
    beat: `${root}/beat`,
    sync: `${root}/sync`,
  } as const;
}
