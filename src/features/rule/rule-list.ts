import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { ruleCalls } from '#contract/control/rule/rule-calls.ts';
import type { ruleSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

/** Users wait for state changes of rules, so this is short, ms. */
const WATCHED_MS = 30_000;

/** A list older than this, as in an app that comes back to the front, is not acted on, ms: a refetch and as long again. */
export const FRESH_MS = 2 * WATCHED_MS;

export type RuleSort = (typeof ruleSorts)[number];

/** The page's search parameters. */
export type RuleListSearch = ListSearch<RuleSort> & {
  /** Rules of all farms instead of the chosen one's. */
  view?: 'all';
};

/** A page of the rules of a family, on one farm or on all farms that the user may see. */
export function ruleListQuery(family: RuleFamily, farmIndex: number | undefined, asked: ListAsked<RuleSort>) {
  // Sorting by next start makes sense for one farm only.
  const isByNext = asked.sort === 'nextAt' || asked.sort === '-nextAt';
  const sort = isByNext && farmIndex === undefined ? undefined : asked.sort;
  return {
    ...readQuery(ruleCalls[family].manage, { query: { ...asked, sort, farmIndex } }),
    refetchInterval: WATCHED_MS,
  };
}
