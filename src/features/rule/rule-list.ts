import type { RuleFamily } from '#contract/control/rule.ts';
import { ruleCalls } from '#contract/control/rule-calls.ts';
import type { ruleSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

/** What rules do now is looked at by people who wait for it, ms. */
const WATCHED_MS = 30_000;

export type RuleSort = (typeof ruleSorts)[number];

/** What of the page stands in the address. */
export type RuleListSearch = ListSearch<RuleSort> & {
  /** Rules of all farms instead of the chosen one's. */
  view?: 'all';
};

/** A page of the rules of a family on a farm, or on all farms the user may see. */
export function ruleListQuery(family: RuleFamily, farmIndex: number | undefined, asked: ListAsked<RuleSort>) {
  // Over several farms nobody waits for the same next start.
  const isByNext = asked.sort === 'nextAt' || asked.sort === '-nextAt';
  const sort = isByNext && farmIndex === undefined ? undefined : asked.sort;
  return {
    ...readQuery(ruleCalls[family].manage, { query: { ...asked, sort, farmIndex } }),
    refetchInterval: WATCHED_MS,
  };
}
