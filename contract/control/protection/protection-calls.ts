import * as z from 'zod/mini';
import { endpoint, indexParam } from '../../wire/endpoint.ts';
import { instantText } from '../../wire/instant.ts';
import { doneOf, editOf } from '../../wire/write.ts';
import { guard } from '../controller/command.ts';
import { interlockCodes, interlockFields } from './interlock.ts';

const farmId = z.object({ id: indexParam });

const protections = z.object({
  interlocks: z.array(
    z.object({
      id: z.string(),
      code: z.enum(interlockCodes),
      name: z.string(),
      /** forbid: not above 0; limit: at most `limitPct`; require: only while `when` holds; trip: stop until cleared. */
      kind: z.enum(['forbid', 'limit', 'require', 'trip']),
      /** Indexes of the actuators it protects. */
      subject: z.array(z.number()),
      limitPct: z.number(),
      /** How long it stays active after its condition last held, s. */
      holdSec: z.number(),
      /** Its condition in words: '1동 측창 10 % 초과'. */
      when: z.string(),
      /** What the owner has set, who and when; null while it is as built in. Then it has exactly one subject. */
      own: z.nullable(z.extend(interlockFields, { by: z.string(), at: instantText })),
    }),
  ),
  /** What the controllers do by themselves, with or without a connection; of one actuator the first active one wins. */
  guards: z.array(
    z.object({
      /** Index of the actuator it moves. */
      actuator: z.number(),
      /** Name of the sensor it watches, and the unit of that. */
      sensor: z.string(),
      unit: z.string(),
      ...z.pick(guard, { op: true, value: true, hysteresis: true, forSec: true, levelPct: true }).shape,
      /** Whether its controller has confirmed it; null on a server process that does not decide. */
      isInForce: z.nullable(z.boolean()),
    }),
  ),
  /** The flow meters of the farm; `name` contains the house. */
  meters: z.array(z.object({ channel: z.number(), areaName: z.string(), name: z.string() })),
  /** What the meter of a valve has shown in its last proved runs, L/min, and how many these were, at most ten. */
  usualFlows: z.array(z.object({ channel: z.number(), lpm: z.number(), runs: z.number() })),
});
export type Protections = z.infer<typeof protections>;

export const getProtections = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/control/protections',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/control/equipment',
  params: farmId,
  answer: protections,
  offline: 'live',
  about: 'Returns the interlocks of a farm in words, and the guards that its controllers run by themselves.',
});

export const updateInterlock = endpoint({
  method: 'PUT',
  path: '/api/actuators/{id}/interlocks/{interlock}',
  who: 'farm:own',
  farm: { from: 'params', name: 'id', via: 'sensor' },
  page: '/cms/control/equipment',
  params: z.extend(farmId, { interlock: z.enum(interlockCodes) }),
  body: editOf(interlockFields),
  answer: doneOf(protections),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'now-or-never',
  about:
    'Makes an interlock of an actuator stricter, or switches it off, with a reason. It can never be made looser than it is built in.',
});
