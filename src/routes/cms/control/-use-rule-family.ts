import { type RuleFamily, ruleFamilies } from '#contract/control/rule/rule.ts';
import { familyWords } from '#src/features/rule/rule-words.tsx';
import { useTitle } from '../../-use-title.ts';

/** The rule family in the URL. The menu contains no other path. */
export function ruleFamilyIn(named: string): RuleFamily {
  return ruleFamilies.find((known) => known === named) ?? 'water-time';
}

/** The rule family in the URL, and its title. */
export function useRuleFamily(named: string): RuleFamily {
  const family = ruleFamilyIn(named);
  useTitle(familyWords[family].title);
  return family;
}
