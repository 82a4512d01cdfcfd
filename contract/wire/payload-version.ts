import type { OutboxRules } from './endpoint.ts';

type Upgrades = Pick<OutboxRules, 'upgrades'>;

/** The present payload version of an endpoint's bodies: 1, plus one for each migration. */
export const payloadVersionOf = ({ upgrades = [] }: Upgrades): number => upgrades.length + 1;

/**
 * Migrates a body stored under `version` (1 or more) to the present version; undefined for the version of a newer
 * release.
 */
export function upgradedBody(rules: Upgrades, version: number, body: unknown): { body: unknown } | undefined {
  if (version > payloadVersionOf(rules)) return undefined;
  return { body: (rules.upgrades ?? []).slice(version - 1).reduce((older, upgrade) => upgrade(older), body) };
}
