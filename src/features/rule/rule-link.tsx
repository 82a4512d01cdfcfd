import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { Button } from '#src/ui/button/button.tsx';
import { type ButtonVariant, buttonClass } from '#src/ui/button/button-class.ts';
import { OFFLINE_WORDS } from './rule-words.tsx';

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

type RuleCreateLinkProps = {
  family: RuleFamily;
  /** Id of the rule to copy. */
  from?: string;
  variant?: ButtonVariant;
  /** Without a server no editor opens, and no rule waits to be sent. */
  isOffline: boolean;
  icon: ReactNode;
  children: ReactNode;
};

/** Leads to a new rule of a family; without a connection a disabled button, whose reason stands on the page. */
export function RuleCreateLink(props: RuleCreateLinkProps) {
  const { family, from, variant = 'secondary', isOffline, icon, children } = props;
  if (isOffline) {
    return (
      <Button variant={variant} disabled title={OFFLINE_WORDS} icon={icon}>
        {children}
      </Button>
    );
  }
  return (
    <Link
      to="/cms/control/{$family}-create"
      params={{ family }}
      search={from ? { from } : {}}
      className={buttonClass(variant)}
    >
      {icon}
      {children}
    </Link>
  );
}
