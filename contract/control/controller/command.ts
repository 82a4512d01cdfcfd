import * as z from 'zod/mini';
import { instant } from '../../wire/instant.ts';
import { uuid } from '../../wire/uuid.ts';
import { between, whole } from '../fields.ts';

/** Version of the MQTT messages between server and controllers. All instants are ISO 8601 with offset on the wire. */
export const PROTOCOL_VERSION = 1;

/**
 * A command that arrives later than this after it was issued is refused, ms. A stop is valid longer because it does no
 * harm.
 */
export const EXPIRY_MS = { command: 60_000, stop: 600_000 } as const;

/** A term that is higher than the known one by more than this is taken for a mistake and refused. */
export const MAX_TERM_JUMP = 1_000_000;

const version = z.literal(PROTOCOL_VERSION);
const term = whole(1, 2_147_483_647);
const code = z.string().check(z.minLength(1), z.maxLength(40));
const levelPct = between(0, 100);

/** Why a command is sent; minimum times do not apply to some causes. */
const causes = ['rule', 'heat', 'frost', 'manual', 'interlock', 'stop'] as const;
export type Cause = (typeof causes)[number];

/** States of a command: asked → sent → accepted → running → done, or one of the final states after `done`. */
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
  /** The run it belongs to, so that a late `off` cannot end a newer run. */
  run: uuid,
  term,
  /** Increases with each command to an actuator within a term. */
  seq: whole(1, 2_147_483_647),
  issuedAt: instant,
  expiresAt: instant,
  why: z.enum(causes),
  rule: z.optional(uuid),
};

/** The message on `set`. Every start carries its longest duration, so that it ends even if no other message arrives. */
export const command = z.discriminatedUnion('do', [
  z.object({ ...order, do: z.literal('on'), maxRunSec: whole(1, 21_600), litres: z.optional(between(0.1, 100_000)) }),
  z.object({ ...order, do: z.literal('position'), levelPct, maxRunSec: whole(1, 21_600) }),
  z.object({ ...order, do: z.literal('off') }),
  z.object({ ...order, do: z.literal('stop') }),
]);
export type Command = z.infer<typeof command>;

/** Why a controller refuses a command. */
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
  /** '' when the command could not be parsed. */
  id: z.string(),
  status: z.enum(['accepted', 'refused', 'running', 'done', 'failed']),
  code: z.nullable(z.enum(refusals)),
  at: instant,
  /** When the run ends by itself. */
  endsAt: z.nullable(instant),
  maxRunSec: z.nullable(z.number()),
  litres: z.nullable(z.number()),
  /** Whether this answers a repeated command. */
  duplicate: z.boolean(),
});
export type Ack = z.infer<typeof ack>;

/** The fault of an actuator that a guard does not protect, because its sensor fails; the code of the sensor follows. */
export const GUARD_OFF = 'GUARD_OFF';

/** State of an actuator and what set it; published retained, and stored as a reading of its channel. */
export const actuatorState = z.object({
  v: version,
  at: instant,
  levelPct,
  /** The level it is moving to. */
  targetPct: levelPct,
  isMoving: z.boolean(),
  /** Whether the level is calculated from running time instead of measured. */
  isEstimated: z.boolean(),
  run: z.nullable(z.string()),
  id: z.nullable(z.string()),
  endsAt: z.nullable(instant),
  source: z.enum(['command', 'guard', 'local', 'limit', 'restart']),
  /** The controller's own text; null without a fault. */
  fault: z.nullable(z.string()),
  /** For a start in litres: what the controller's own meter has counted for the run so far, L. */
  dosed: z.optional(z.nullable(z.object({ run: z.string(), litres: z.number() }))),
});
export type ActuatorState = z.infer<typeof actuatorState>;

const lockOut = z.object({ reason: z.string(), forSec: z.nullable(whole(1, 86_400)) });

/** Limits of one channel that its controller enforces; a channel that is not listed is not commanded. */
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
  /** Runs only while at least one of these channels runs. */
  requires: z.array(code),
  lockOut: z.nullable(lockOut),
  /** The meter on its water line, which ends a run in litres. */
  meter: z.optional(code),
  /** Stops when the meter shows less than `minLpm` for `afterSec`. */
  dryRun: z.optional(z.object({ flow: code, minLpm: between(0, 500), afterSec: whole(1, 600) })),
});
export type ChannelLimits = z.infer<typeof channelLimits>;

/** A protection that the controller runs by itself, with or without the server. */
export const guard = z.object({
  sensor: code,
  op: z.enum(['below', 'above']),
  value: between(-50, 2_000),
  hysteresis: between(0, 50),
  forSec: whole(0, 3_600),
  actuator: code,
  levelPct,
  untilSec: z.nullable(whole(1, 86_400)),
});

/** Limits, guards and lock-outs, published retained; never a command to move. */
export const controlDocument = z.object({
  v: version,
  version: whole(1, 2_147_483_647),
  term,
  channels: z.record(code, channelLimits),
  guards: z.array(guard).check(z.maxLength(8)),
});
export type ControlDocument = z.infer<typeof controlDocument>;

/** Online or offline; the last will of the connection says offline. */
export const availability = z.object({
  status: z.enum(['online', 'offline']),
  bootId: z.string(),
  protocol: z.number(),
  clock: z.enum(['ntp', 'beat', 'none']),
  /**
   * The highest term and the version of the limits that the controller knows; a server restored from a backup continues
   * above both.
   */
  term: z.number(),
  version: z.number(),
});

/** The server's heartbeat with its term; `sync`, which asks for all states, has the same form. */
export const beat = z.object({ at: instant, term });

/** Published retained when the controller has taken a document: the version in force. */
export const controlAck = z.object({ v: version, version: whole(1, 2_147_483_647), term });

/** Topics of one channel: farm index, device code, channel code. */
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
