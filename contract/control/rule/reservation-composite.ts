import * as z from 'zod/mini';
import { controlProblems } from '../control-text.ts';
import { between, channelIndex, fitsTogether, type Problem, whole } from '../fields.ts';
import { type Condition, conditionGroup, conditionProblems, leavesOf } from './condition.ts';
import { sharedDefaults, sharedFields, sharedProblems } from './rule-fields.ts';

/** What is done to one actuator, and when it ends: after a time, after an amount of water, or with the condition. */
const action = z.object({
  channel: channelIndex,
  levelPct: whole(0, 100),
  forSec: z.nullable(whole(10, 21_600)),
  litres: z.nullable(between(1, 100_000)),
  afterSec: whole(0, 600),
});
export type Action = z.infer<typeof action>;

export const reservationCompositeFields = z.object({
  family: z.literal('reservation-composite'),
  ...sharedFields,
  when: conditionGroup,
  /** while: as long as the condition holds. when: once, at the moment it begins to hold. */
  trigger: z.enum(['while', 'when']),
  actions: z.array(action).check(z.minLength(1, { error: controlProblems.actions }), z.maxLength(8)),
  cooldownMin: whole(0, 1_440),
  maxPerDay: whole(1, 96),
});
export type ReservationComposite = z.infer<typeof reservationCompositeFields>;

export const reservationCompositeDefaults = {
  ...sharedDefaults,
  family: 'reservation-composite',
  trigger: 'while',
  cooldownMin: 10,
  maxPerDay: 12,
} as const;

export const reservationComposite = reservationCompositeFields.check(fitsTogether(problemsOf));

function problemsOf(rule: ReservationComposite): Problem[] {
  const problems = [...sharedProblems(rule), ...conditionProblems(rule.when, 'when')];
  rule.actions.forEach((one, at) => {
    if (rule.trigger === 'when' && one.forSec === null && one.litres === null) {
      problems.push([['actions', at, 'forSec'], controlProblems.actionEnd]);
    }
    if (rule.actions.slice(0, at).some((other) => overlap(one, other))) {
      problems.push([['actions', at, 'channel'], controlProblems.sameTime]);
    }
    if (leavesOf(rule.when).some(({ condition }) => endsItself(one, condition))) {
      problems.push([['actions', at, 'channel'], controlProblems.endsItself]);
    }
  });
  return problems;
}

function overlap(one: Action, other: Action): boolean {
  if (one.channel !== other.channel) return false;
  const end = ({ afterSec, forSec }: Action) => (forSec === null ? Number.POSITIVE_INFINITY : afterSec + forSec);
  return one.afterSec < end(other) && other.afterSec < end(one);
}

/** Whether the action makes its own condition false: a vent that opens because it is closed. */
function endsItself({ channel, levelPct }: Action, condition: Condition): boolean {
  if (condition.kind !== 'actuator' || condition.channel !== channel) return false;
  switch (condition.op) {
    case 'on':
      return levelPct === 0;
    case 'off':
      return levelPct > 0;
    case 'above':
      return levelPct <= condition.value;
    case 'below':
      return levelPct >= condition.value;
  }
}
