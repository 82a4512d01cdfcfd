import * as z from 'zod/mini';
import { cultivations } from '../../crop/crop.ts';
import { farmRight } from '../../farm/farm.ts';
import { channelType } from '../../series/sensor-types.ts';
import { endpoint, indexParam } from '../../wire/endpoint.ts';
import { instantText } from '../../wire/instant.ts';
import { listQuery, pageOf } from '../../wire/list.ts';
import { ruleSorts } from '../../wire/sorts.ts';
import { uuid } from '../../wire/uuid.ts';
import { deletion, doneOf, editOf } from '../../wire/write.ts';
import { actuatorFields } from '../actuator.ts';
import { decisionRow } from '../decision.ts';
import { reservationCompositeFields } from './reservation-composite.ts';
import { reservationGhgFields } from './reservation-ghg.ts';
import { reservationTargetFields } from './reservation-target.ts';
import type { RuleFamily, RuleFields } from './rule.ts';
import { waterSensorFields } from './water-sensor.ts';
import { waterTimeFields } from './water-time.ts';

/** A stored rule of any family. Checks between its fields run only when it is written. */
const anyRule = z.discriminatedUnion('family', [
  reservationCompositeFields,
  reservationTargetFields,
  reservationGhgFields,
  waterSensorFields,
  waterTimeFields,
]);

/** A rule as a row of the list of its family. */
const ruleRow = z.object({
  id: uuid,
  farmIndex: z.number(),
  farmName: z.string(),
  right: farmRight,
  fields: anyRule,
  /** The rule in one sentence, with the present names of its equipment. */
  sentence: z.string(),
  /** When it may act next; null while it may act already, is off, or nothing is foreseen. */
  nextAt: z.nullable(instantText),
  /** The last decision and the name of the thing it concerns; null before the first decision. */
  now: z.nullable(z.object({ thing: z.string(), row: decisionRow })),
});
export type RuleRow = z.infer<typeof ruleRow>;

/** A rule with what its edit page needs. */
const ruleDetail = z.extend(ruleRow, {
  /** Changes of the rule, newest first; `did` is the verb of the audit log. */
  history: z.array(
    z.object({ by: z.string(), at: instantText, did: z.enum(['create', 'update', 'switch', 'delete']) }),
  ),
  /** The last 20 decisions, newest first. */
  decisions: z.array(z.object({ thing: z.string(), row: decisionRow })),
});
export type RuleDetail = z.infer<typeof ruleDetail>;

/** What the switches in a list change. */
const switched = z.object({ enabled: z.boolean(), mode: z.enum(['watch', 'act']) });

const ruleId = z.object({ id: uuid });

/** Request bodies of one family, each with the fields of that family only. */
type Forms = {
  create: z.ZodMiniType<RuleFields & { farmIndex: number }>;
  edit: z.ZodMiniType<EditOf<RuleFields>>;
};
type EditOf<Fields> = Fields extends RuleFields
  ? { [Name in keyof Fields]?: Fields[Name] | undefined } & { base?: Fields | undefined }
  : never;

const farmIndex = { farmIndex: z.number() };
const forms: { readonly [Family in RuleFamily]: Forms } = {
  'reservation-composite': {
    create: z.extend(reservationCompositeFields, farmIndex),
    edit: editOf(reservationCompositeFields),
  },
  'reservation-target': { create: z.extend(reservationTargetFields, farmIndex), edit: editOf(reservationTargetFields) },
  'reservation-ghg': { create: z.extend(reservationGhgFields, farmIndex), edit: editOf(reservationGhgFields) },
  'water-sensor': { create: z.extend(waterSensorFields, farmIndex), edit: editOf(waterSensorFields) },
  'water-time': { create: z.extend(waterTimeFields, farmIndex), edit: editOf(waterTimeFields) },
};

const ofRule = { from: 'params', name: 'id', via: 'rule' } as const;

const callsOf = (family: RuleFamily) => ({ ...readsOf(family), ...writesOf(family) });

function readsOf(family: RuleFamily) {
  return {
    manage: endpoint({
      method: 'GET',
      path: `/api/manage/${family}`,
      who: 'user',
      farm: 'none',
      page: `/cms/control/${family}-manage`,
      /**
       * Default order within one farm: rules that need a person first, then by priority. Sorting by `nextAt` needs a
       * farm.
       */
      query: z.extend(listQuery(ruleSorts), {
        /** All visible farms when left out. */
        farmIndex: z.optional(indexParam),
      }),
      answer: pageOf(ruleRow),
      offline: 'live',
      about: 'Lists the rules of this family; with search, sorting and paging.',
    }),
    get: endpoint({
      method: 'GET',
      path: `/api/${family}/{id}`,
      who: 'farm:read',
      farm: ofRule,
      page: `/cms/control/${family}-edit`,
      params: ruleId,
      answer: ruleDetail,
      offline: 'live',
      about: 'Returns a rule with its last decisions and its history of changes.',
    }),
  };
}

/** Writes of rules are online-only: equipment acts on them, so a late write could surprise. */
function writesOf(family: RuleFamily) {
  const { create, edit } = forms[family];
  return {
    create: endpoint({
      method: 'POST',
      path: `/api/${family}`,
      who: 'farm:write',
      farm: { from: 'body', name: 'farmIndex' },
      page: `/cms/control/${family}-create`,
      body: create,
      answer: doneOf(ruleDetail),
      status: 201,
      errors: ['RULE_LIMIT'],
      offline: 'now-or-never',
      about: 'Creates a rule of a farm. Problems are reported by field.',
    }),
    update: endpoint({
      method: 'PUT',
      path: `/api/${family}/{id}`,
      who: 'farm:write',
      farm: ofRule,
      page: `/cms/control/${family}-edit`,
      params: ruleId,
      body: edit,
      answer: doneOf(ruleDetail),
      errors: ['CHANGED_MEANWHILE'],
      offline: 'now-or-never',
      about:
        'Changes a rule; two edits of what the rule does are never merged. The change takes effect within a minute.',
    }),
    switch: endpoint({
      method: 'PATCH',
      path: `/api/${family}/{id}/switch`,
      who: 'farm:write',
      farm: ofRule,
      page: `/cms/control/${family}-edit`,
      params: ruleId,
      body: editOf(switched),
      answer: doneOf(ruleDetail),
      errors: ['CHANGED_MEANWHILE'],
      offline: 'now-or-never',
      about: 'Switches a rule on or off, or between watching and acting. The change takes effect within a minute.',
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `/api/${family}/{id}`,
      who: 'farm:write',
      farm: ofRule,
      page: `/cms/control/${family}-manage`,
      params: ruleId,
      body: deletion,
      answer: doneOf(ruleId),
      errors: ['NAME_MISMATCH'],
      offline: 'now-or-never',
      about: 'Deletes a rule; equipment that it runs stops within a minute.',
    }),
  };
}

export const ruleCalls = {
  'reservation-composite': callsOf('reservation-composite'),
  'reservation-target': callsOf('reservation-target'),
  'reservation-ghg': callsOf('reservation-ghg'),
  'water-sensor': callsOf('water-sensor'),
  'water-time': callsOf('water-time'),
} as const;

const choiceChannel = z.object({
  index: z.number(),
  name: z.string(),
  areaName: z.string(),
  type: channelType,
  /** Reporting interval, ms. */
  intervalMs: z.number(),
  /** null for a sensor. */
  settings: z.nullable(actuatorFields),
});
export type ChoiceChannel = z.infer<typeof choiceChannel>;

/** What a rule of this farm can refer to, and the other rules of the farm. */
const ruleChoices = z.object({
  channels: z.array(choiceChannel),
  /** Growing crops of the farm, each with the stages of its calendar in the order of the year; [] without a calendar. */
  crops: z.array(
    z.object({ id: z.string(), name: z.string(), seasons: z.array(z.string()), cultivation: z.enum(cultivations) }),
  ),
  rules: z.array(z.object({ id: uuid, createdAt: instantText, fields: anyRule })),
  /** Whether the farm is linked to a weather station of its own, which a condition may ask alone. */
  hasOwnStation: z.boolean(),
});
export type RuleChoices = z.infer<typeof ruleChoices>;

export const getRuleChoices = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/rule-choices',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: [
    '/cms/control/reservation-composite-create',
    '/cms/control/reservation-composite-edit',
    '/cms/control/reservation-target-create',
    '/cms/control/reservation-target-edit',
    '/cms/control/reservation-ghg-create',
    '/cms/control/reservation-ghg-edit',
    '/cms/control/water-sensor-create',
    '/cms/control/water-sensor-edit',
    '/cms/control/water-time-create',
    '/cms/control/water-time-edit',
  ],
  params: z.object({ id: indexParam }),
  answer: ruleChoices,
  offline: 'live',
  about: 'Lists the equipment, sensors, stations, growth stages and rules of a farm that a rule can refer to.',
});
