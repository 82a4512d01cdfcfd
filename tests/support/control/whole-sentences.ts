import type { Reason } from '#contract/control/decision.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import type { Explanation } from '#server/control/decide/world.ts';
import type { Moment } from './control-life.ts';

/** A figure that is not there; one without a unit, which is no time of day. */
const MISSING = /(^| )-(?!\d)/;
const BARE = /\d(?![\d.,:]| ?(℃|%|ppm|L|mm|kPa|번|시간|분|월|일)|에|까지)/;

type Relation = (value: number, limit: number) => boolean;
// The figures are rounded.
const below: Relation = (value, limit) => value <= limit;
const atLeast: Relation = (value, limit) => value >= limit;
/** A second less is as good as reached, in minutes. */
const reached: Relation = (value, limit) => value >= limit - 1 / 60;

/** What a sentence says of its figure and the limit beside it. */
const relations: Partial<Record<Reason, Relation>> = {
  COLD: below,
  OUTSIDE_COLD: below,
  HEAT_BELOW: below,
  HEATING: below,
  HEAT_REACHED: atLeast,
  HEAT_ENOUGH: atLeast,
  CO2_LOW: below,
  CO2_ENOUGH: atLeast,
  CO2_HIGH: atLeast,
  MOIST: atLeast,
  DRY: below,
  DRY_STILL: below,
  DRY_TOO_SHORT: below,
  REACHED: atLeast,
  RAIN: atLeast,
  LATE: atLeast,
  DAILY_MAX: reached,
  DAY_TOO_SHORT: below,
  RULE_DAILY_MAX: atLeast,
};

/** P18: every line of the log is a whole sentence, and true: no figure is missing or without unit, or denies the words. */
export function wholeSentences({ decision }: Moment): string | null {
  for (const row of decision?.explanations ?? []) {
    const sentence = decisionSentence(
      { ...row, by: row.by === null ? null : 'by', figures: [...row.figures] },
      'thing',
    );
    if (MISSING.test(sentence) || BARE.test(sentence) || !isTrue(row)) return sentence;
  }
  return null;
}

function isTrue({ reason, figures }: Explanation): boolean {
  const relation = relations[reason];
  const compared = figures.find(({ limit }) => limit !== null);
  return !relation || compared?.limit == null || relation(compared.value, compared.limit);
}
