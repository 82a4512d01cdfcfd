import type { OutboxRules } from './endpoint.ts';

type Upgrades = Pick<OutboxRules, 'upgrades'>;

/** The version in which bodies of an endpoint are frozen now: 1, and one more for each change that came since. */
export const payloadVersionOf = ({ upgrades = [] }: Upgrades): number => upgrades.length + 1;

/**
 * A body as it was frozen under `version` (1 or more) in the form that bodies have now; undefined for one from a
 * release that this one does not know.
 */
export function upgradedBody(rules: Upgrades, version: number, body: unknown): { body: unknown } | undefined {
  if (version > payloadVersionOf(rules)) return undefined;
  return { body: (rules.upgrades ?? []).slice(version - 1).reduce((older, upgrade) => upgrade(older), body) };
}
