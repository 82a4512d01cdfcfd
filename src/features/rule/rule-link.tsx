import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RuleFamily } from '#contract/control/rule.ts';

type RuleLinkProps = { family: RuleFamily; className?: string; children: ReactNode };

export function RuleLink({ family, id, className, children }: RuleLinkProps & { id: string }) {
  return (
    <Link to="/cms/control/{$family}-edit/$id" params={{ family, id }} className={className}>
      {children}
    </Link>
  );
}

/** A link back to the list of a family. */
export function RuleListLink({ family, className, children }: RuleLinkProps) {
  return (
    <Link to="/cms/control/{$family}-manage" params={{ family }} className={className}>
      {children}
    </Link>
  );
}

/** A link to a new rule of a family; `from` is the id of a rule to copy. */
export function RuleCreateLink({ family, from, className, children }: RuleLinkProps & { from?: string }) {
  return (
    <Link to="/cms/control/{$family}-create" params={{ family }} search={from ? { from } : {}} className={className}>
      {children}
    </Link>
  );
}
