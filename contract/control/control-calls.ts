import * as z from 'zod/mini';
import { actuatorTypeNames, isActuator } from '../series/sensor-types.ts';
import { isSeoulDate } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { pageOf } from '../wire/list.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { uuid } from '../wire/uuid.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { actuatorFields } from './actuator.ts';
import { controlProblems } from './control-text.ts';
import { actuatorState, commandStates } from './controller/command.ts';
import { decisionRow, outcomes } from './decision.ts';
import { between, channelIndex, whole } from './fields.ts';

const actuatorType = z.enum(actuatorTypeNames.filter(isActuator));
const farmId = z.object({ id: indexParam });
const ofFarm = { from: 'params', name: 'id' } as const;
const ofActuator = { from: 'params', name: 'id', via: 'sensor' } as const;

/** The grower must give a reason in words. */
const reason = trimmedText(100).check(z.minLength(1, { error: controlProblems.reason }));
const note = trimmedText(200).check(z.minLength(1, { error: controlProblems.reason }));

/** Length of a manual override, min (10 s to 12 h). The server calculates the end. */
export const HAND_MIN = { least: 1 / 6, most: 720 } as const;
/** A held key is renewed every 3 s; when the phone fails, the motor stops within 10 s. */
export const HELD_KEY = { leaseSec: 10, againSec: 3 } as const;
/** Length of an emergency stop of the whole farm, min. */
const STOP_MIN = { least: 5, most: 120 } as const;

const actuatorFault = z.object({
  /** The controller's own text, or GUARD_OFF. */
  code: z.string(),
  /** For GUARD_OFF: the name of the sensor that fails. */
  sensor: z.nullable(z.string()),
});
export type ActuatorFault = z.infer<typeof actuatorFault>;

const control = z.object({
  at: instantText,
  /** Time of the last decision; null when nothing was decided, because nothing is commanded. */
  decidedAt: z.nullable(instantText),
  /** Whether this server has any connection to the equipment of the farm. */
  isReachable: z.boolean(),
  /** No station tells the wind and no forecast either, so that the limits of vents by wind are silent. */
  isWindUnknown: z.boolean(),
  actuators: z.array(
    z.object({
      channel: z.number(),
      type: actuatorType,
      name: z.string(),
      areaName: z.string(),
      settings: actuatorFields,
      /** Whether the controller of its device is online. */
      isReachable: z.boolean(),
      /** Last reported level, %; null when the report is older than three of its intervals and three minutes. */
      levelPct: z.nullable(z.number()),
      /** Last reported level whatever its age, %, and its time; null when never reported. */
      lastPct: z.nullable(z.number()),
      stateAt: z.nullable(instantText),
      /** When it last turned on or off, as seen by the server; null when unknown. */
      since: z.nullable(instantText),
      /** false: the server did not see it turn on or off, so it had done so by `since` at the latest. */
      isSinceSeen: z.boolean(),
      isMoving: z.boolean(),
      /** Whether the level is calculated from running time instead of measured. Earlier releases leave out these three. */
      isEstimated: z.optional(z.boolean()),
      /** What set the level, as its controller says; null while that is not heard. */
      source: z.optional(z.nullable(actuatorState.shape.source)),
      /** What its controller says is wrong; null without a fault, and while the controller is not heard. */
      fault: z.optional(z.nullable(actuatorFault)),
      /** When the present run ends by itself; null when it has no end of its own. */
      endsAt: z.nullable(instantText),
      /** What a meter has counted of the water it gives now, L; null while it gives none, or without a meter. */
      givenLitres: z.nullable(z.number()),
      /** How long it was on today (Seoul), s, at the last decision; null while the server does not command it. */
      ranTodaySec: z.nullable(z.number()),
      /** The interlock that limited it at the last decision: its name, and the highest level it allows, %. */
      limit: z.nullable(z.object({ by: z.string(), mostPct: z.number() })),
      /** Its interlocks that the owner has switched off; left out without any. */
      interlocksOff: z.optional(
        z.array(z.object({ name: z.string(), reason: z.string(), by: z.string(), at: instantText })),
      ),
      /** The newest log entry about it, while that still applies: which layer controls it and why. */
      last: z.nullable(decisionRow),
      /** Present name of the rule in `last`. */
      ruleName: z.nullable(z.string()),
      /** For a valve: the next watering by a rule that acts, and that rule; null when none is foreseen. */
      next: z.nullable(z.object({ at: instantText, ruleName: z.string(), family: z.string() })),
      /** Its newest command; `isProved` once a sensor has shown that it works. */
      command: z.nullable(z.object({ id: uuid, state: z.enum(commandStates), at: instantText, isProved: z.boolean() })),
      /** The manual override in force. */
      override: z.nullable(
        z.object({
          levelPct: z.number(),
          setAt: instantText,
          endsAt: instantText,
          litres: z.nullable(z.number()),
          by: z.string(),
        }),
      ),
      /** `endsAt` is null when a person has to lift the lock. */
      lockOut: z.nullable(
        z.object({ reason: z.string(), by: z.string(), at: instantText, endsAt: z.nullable(instantText) }),
      ),
      /** `by` is the name of the interlock that latched, or UNPROVED after three runs in a row without proof. */
      trip: z.nullable(z.object({ by: z.string(), at: instantText })),
    }),
  ),
  /** The newest log entry of each rule; a rule without a decision is not listed. */
  rules: z.array(z.object({ id: uuid, name: z.string(), last: decisionRow, isSuspended: z.boolean() })),
  stopAll: z.nullable(z.object({ setAt: instantText, endsAt: instantText, by: z.string() })),
});
export type Control = z.infer<typeof control>;

export const getControl = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/control',
  who: 'farm:read',
  farm: ofFarm,
  // The heat settings say whether a heater follows them.
  page: ['/cms/control/operate', '/cms/control/log', '/cms/control/equipment', '/cms/control/heat-settings'],
  params: farmId,
  answer: control,
  offline: 'live',
  about: 'Returns the state of the equipment of a farm: position, what controls it and why, locks, trips and stops.',
});

const day = z.optional(z.string().check(z.refine(isSeoulDate)));

export const controlLog = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/control/log',
  who: 'farm:read',
  farm: ofFarm,
  page: '/cms/control/log',
  params: farmId,
  query: z.object({
    /** Index of an actuator. */
    actuator: z.optional(indexParam),
    /** The label of a house: all its actuators. */
    area: z.optional(trimmedText(40)),
    rule: z.optional(uuid),
    outcome: z.optional(z.enum(outcomes)),
    /** act: only what moved equipment, starts and stops. */
    kind: z.optional(z.literal('act')),
    /** Seoul days, both included. */
    from: day,
    to: day,
    page: z._default(indexParam, 1),
    size: z._default(indexParam.check(z.lte(500)), 50),
  }),
  answer: pageOf(
    z.extend(decisionRow, {
      index: z.number(),
      /** Present name of the rule; null without a rule, or when the rule was deleted. */
      ruleName: z.nullable(z.string()),
      /** The command it led to; null without one, or when the line is older than this field. */
      command: z.nullable(uuid),
    }),
  ),
  offline: 'live',
  about: 'Lists the decisions of control with their reasons, newest first, one row for each change.',
});

export const setOverride = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/control/overrides',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({
    channel: channelIndex,
    levelPct: between(0, 100),
    /** Length, min; for water measured in litres the longest time allowed. */
    minutes: between(HAND_MIN.least, HAND_MIN.most),
    /** For a valve: ends after this amount, L. */
    litres: z.optional(between(0.1, 100_000)),
  }),
  answer: doneOf(control),
  errors: ['NOT_COMMANDED', 'LOCKED_OUT', 'TRIPPED', 'INTERLOCKED', 'CLOCK_UNTRUSTED', 'CONTROLLER_OFFLINE'],
  offline: 'now-or-never',
  about: 'Sets a manual override of an actuator. It always has an end, and replaces an earlier override.',
});

export const holdKey = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/control/keys',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({
    channel: channelIndex,
    /** Direction: 100 opens, 0 closes. */
    levelPct: z.literal([0, 100]),
    /** How long the override keeps the position after the key is released. */
    minutes: between(HAND_MIN.least, HAND_MIN.most),
    /** Said again: starts nothing when the key was let go, or nothing was heard of it for ten seconds. */
    isAgain: z._default(z.boolean(), false),
  }),
  answer: doneOf(control),
  errors: [
    'NOT_COMMANDED',
    'LOCKED_OUT',
    'TRIPPED',
    'INTERLOCKED',
    'CLOCK_UNTRUSTED',
    'CONTROLLER_OFFLINE',
    'HOLD_RELEASED',
  ],
  offline: 'now-or-never',
  about:
    'Moves a motor while a key is held. Each call lets the motor run ten seconds longer; the caller repeats it as long as the key is held.',
});

export const releaseKey = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}/control/keys/{channel}',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: z.extend(farmId, { channel: indexParam }),
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Reports that the key was released: the motor stops and keeps its position until the override ends.',
});

export const endOverride = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}/control/overrides/{channel}',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: z.extend(farmId, { channel: indexParam }),
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Ends the manual override of an actuator; the rules apply at once.',
});

export const stopAll = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/control/stop-all',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({ minutes: whole(STOP_MIN.least, STOP_MIN.most) }),
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Stops all commanded equipment of a farm for a time; motors stop where they are.',
});

export const liftStopAll = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}/control/stop-all',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Ends the stop of a farm before its time; the rules apply again.',
});

export const peopleInside = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/control/people-inside',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({ minutes: whole(STOP_MIN.least, STOP_MIN.most) }),
  answer: doneOf(control),
  errors: ['NOT_COMMANDED'],
  offline: 'now-or-never',
  about: 'Locks every carbon dioxide supply of a farm for a time, because people are inside.',
});

export const peopleLeft = endpoint({
  method: 'DELETE',
  path: '/api/farms/{id}/control/people-inside',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Unlocks the carbon dioxide supplies of a farm before the time is over, because the people have left.',
});

export const updateActuator = endpoint({
  method: 'PUT',
  path: '/api/actuators/{id}',
  who: 'farm:write',
  farm: ofActuator,
  page: '/cms/control/equipment',
  params: farmId,
  body: editOf(actuatorFields),
  answer: doneOf(control),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'now-or-never',
  about: 'Changes the limits of an actuator and whether the server may command it.',
});

export const lockOut = endpoint({
  method: 'POST',
  path: '/api/actuators/{id}/lock-out',
  who: 'farm:write',
  farm: ofActuator,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({ reason }),
  answer: doneOf(control),
  errors: ['LOCKED_OUT'],
  offline: 'now-or-never',
  about: 'Stops an actuator and locks it: no person and no rule can start it until the lock is lifted.',
});

export const liftLockOut = endpoint({
  method: 'DELETE',
  path: '/api/actuators/{id}/lock-out',
  who: 'farm:write',
  farm: ofActuator,
  page: '/cms/control/operate',
  params: farmId,
  /** The name of the person who set the lock; required when the owner of the farm lifts the lock of another. */
  body: z.object({ confirmName: z.optional(z.string()) }),
  answer: doneOf(control),
  errors: ['NAME_MISMATCH'],
  offline: 'now-or-never',
  about:
    'Lifts the lock of an actuator: by the person who set it, or by the owner of the farm, who must give the name of that person.',
});

export const clearTrip = endpoint({
  method: 'POST',
  path: '/api/actuators/{id}/clear-trip',
  who: 'farm:write',
  farm: ofActuator,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({ note }),
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Clears the trip of an actuator after a person has checked it.',
});

export const clearRule = endpoint({
  method: 'POST',
  path: '/api/farms/{id}/control/clear-rule',
  who: 'farm:write',
  farm: ofFarm,
  page: '/cms/control/operate',
  params: farmId,
  body: z.object({ rule: uuid, note }),
  answer: doneOf(control),
  offline: 'now-or-never',
  about: 'Clears the suspension of a rule after a person has checked its reason.',
});

export const getCommand = endpoint({
  method: 'GET',
  path: '/api/commands/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'command' },
  page: ['/cms/control/operate', '/cms/control/log'],
  params: z.object({ id: uuid }),
  answer: z.object({
    id: uuid,
    channel: z.number(),
    do: z.enum(['on', 'position', 'off', 'stop']),
    levelPct: z.number(),
    /** The longest it may run, s; 0 for a command that starts nothing. */
    maxRunSec: z.number(),
    rule: z.nullable(uuid),
    state: z.enum(commandStates),
    /** A sensor has shown that it works. */
    isProved: z.boolean(),
    /**
     * Every state with its time; `reason` is the controller's refusal code, or why there is no proof: UNCHECKED (no
     * sensor), UNTOLD (too few values), TOO_SHORT, REPLACED (by a renewal). A dose that is `done` without a reason may
     * still become `unproved`.
     */
    trail: z.array(z.object({ state: z.enum(commandStates), at: instantText, reason: z.nullable(z.string()) })),
  }),
  offline: 'online-only',
  about: 'Returns a command with its states from request to result.',
});
