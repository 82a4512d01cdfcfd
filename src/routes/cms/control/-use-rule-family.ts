import { type RuleFamily, ruleFamilies } from '#contract/control/rule.ts';
import { familyWords } from '#src/features/rule/rule-words.tsx';
import { useTitle } from '../../-use-title.ts';

/** The rule family in the URL, and its title. The menu contains no other path. */
export function useRuleFamily(named: string): RuleFamily {
  const family = ruleFamilies.find((known) => known === named) ?? 'water-time';
  useTitle(familyWords[family].title);
  return family;
}
